package org.rdmadump.xdr.compile;

import java.util.List;
import java.util.Locale;

/**
 * Writes tables as Java sources.
 *
 * <p>A table is a few strings, one byte to a character: constants of a class come out of the
 * archive of classes that a start uses, while a resource has the whole jar opened and searched,
 * which takes a start 15 ms longer.
 */
final class TableSource {
  /** A constant of a class has at most 65,535 bytes, and most characters take one or two. */
  private static final int PART = 30_000;

  private static final int LINE = 100;

  private TableSource() {}

  /** {@return name of the class for a protocol, such as {@code RpcsecGss} for rpcsec-gss} */
  static String className(String protocol) {
    StringBuilder name = new StringBuilder();
    for (String word : protocol.split("-", -1)) {
      name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return name.toString();
  }

  /** {@return the class that holds a table} */
  static String of(String protocol, byte[] table) {
    StringBuilder out = new StringBuilder();
    out.append("package org.rdmadump.protocols;\n\n")
        .append("final class ")
        .append(className(protocol))
        .append(" {\n  static String[] table() {\n    return new String[] {");
    for (int from = 0; from < table.length; from += PART) {
      out.append(from == 0 ? "\n" : ",\n");
      int end = Math.min(table.length, from + PART);
      for (int line = from; line < end; line += LINE) {
        out.append(line == from ? "      \"" : "\n          + \"");
        for (int i = line; i < Math.min(end, line + LINE); i++) {
          append(out, table[i] & 0xff);
        }
        out.append('"');
      }
    }
    return out.append("\n    };\n  }\n}\n").toString();
  }

  /** {@return the class that finds a table} */
  static String index(List<String> protocols) {
    StringBuilder out = new StringBuilder();
    out.append("package org.rdmadump.protocols;\n\n")
        .append("import java.util.List;\nimport org.rdmadump.xdr.schema.XdrSchema;\n\n")
        .append("/** The declared protocols. */\npublic final class Protocols {\n")
        .append(
            "  /** Their names. */\n  public static final List<String> NAMES =\n      List.of(");
    for (int i = 0; i < protocols.size(); i++) {
      out.append(i == 0 ? "\"" : ", \"").append(protocols.get(i)).append('"');
    }
    out.append(");\n\n  private Protocols() {}\n\n")
        .append("  /**\n   * {@return the declarations of a protocol}\n   *\n")
        .append("   * @throws IllegalArgumentException if none has that name\n   */\n")
        .append("  public static XdrSchema load(String name) {\n    switch (name) {\n");
    for (String each : protocols) {
      out.append("      case \"")
          .append(each)
          .append("\":\n        return XdrSchema.of(")
          .append(className(each))
          .append(".table());\n");
    }
    return out.append("      default:\n        throw new IllegalArgumentException(name);\n")
        .append("    }\n  }\n}\n")
        .toString();
  }

  static String packageInfo() {
    return "/** The declared protocols, made of their declarations by the build. */\n"
        + "@NullMarked\npackage org.rdmadump.protocols;\n\n"
        + "import org.jspecify.annotations.NullMarked;\n";
  }

  private static void append(StringBuilder out, int value) {
    if (value == '"' || value == '\\') {
      out.append('\\').append((char) value);
    } else if (value >= ' ' && value < 0x7f) {
      out.append((char) value);
    } else {
      out.append('\\').append((char) ('0' + (value >> 6)));
      out.append((char) ('0' + (value >> 3 & 7))).append((char) ('0' + (value & 7)));
    }
  }
}
