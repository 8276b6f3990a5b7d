package org.rdmadump.xdr.decode;

import org.rdmadump.xdr.schema.XdrField;

/** Writes down what a walk shows, one value a line, indented. */
final class Transcript implements XdrVisitor {
  private final StringBuilder lines = new StringBuilder();
  private int depth;

  @Override
  public boolean enter(XdrField field, long count, XdrCursor at) {
    line(name(field, at) + " {");
    depth++;
    return true;
  }

  @Override
  public void leave(XdrField field, XdrCursor at) {
    depth--;
    line("}");
  }

  @Override
  public void number(XdrField field, long value, XdrCursor at) {
    line(name(field, at) + " = " + field.text(value));
  }

  @Override
  public void bytes(XdrField field, long start, long length, XdrCursor at) {
    line(name(field, at) + " = " + OpaqueText.of(field, at.rope(), start, length));
  }

  @Override
  public void nothing(XdrField field, XdrCursor at) {
    line(name(field, at) + " absent");
  }

  @Override
  public void problem(XdrProblem problem) {
    line("! " + problem.fault().rule().name() + " " + problem.path() + ": " + problem.message());
  }

  @Override
  public String toString() {
    return lines.toString();
  }

  private static String name(XdrField field, XdrCursor at) {
    return field.isElement() ? "[" + at.index() + "]" : field.name();
  }

  private void line(String text) {
    lines.append("  ".repeat(depth)).append(text).append('\n');
  }
}
