package org.rdmadump.xdr.decode;

/** Writes down a tree as {@link Transcript} does a walk. */
final class TreeTranscript {
  private final StringBuilder lines = new StringBuilder();
  private int depth;

  private TreeTranscript() {}

  static String of(XdrValue value) {
    TreeTranscript transcript = new TreeTranscript();
    transcript.add(value, value.field().name());
    return transcript.lines.toString();
  }

  private void add(XdrValue value, String name) {
    if (value instanceof XdrNumber number) {
      line(name + " = " + number.text());
    } else if (value instanceof XdrBytes bytes) {
      line(name + " = " + bytes.text());
    } else if (value instanceof XdrNothing) {
      line(name + " absent");
    } else if (value instanceof XdrUnreadable) {
      line(name + " unreadable");
    } else {
      line(name + " {");
      depth++;
      if (value instanceof XdrStruct struct) {
        for (int i = 0; i < struct.size(); i++) {
          add(struct.get(i), struct.get(i).field().name());
        }
      } else if (value instanceof XdrUnion union) {
        add(union.discriminant(), union.discriminant().field().name());
        add(union.arm(), union.arm().field().name());
      } else {
        int index = 0;
        for (XdrValue each : (XdrArray) value) {
          add(each, "[" + index++ + "]");
        }
      }
      depth--;
      line("}");
    }
  }

  private void line(String text) {
    lines.append("  ".repeat(depth)).append(text).append('\n');
  }
}
