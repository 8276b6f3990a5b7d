package org.rdmadump.xdr.compile;

/**
 * A text of declarations.
 *
 * @param name for messages
 * @param text all of it
 */
record Source(String name, String text) {
  /** {@return number of the line, from 1, that holds an offset} */
  int line(int offset) {
    int line = 1;
    for (int i = 0; i < offset; i++) {
      if (text.charAt(i) == '\n') {
        line++;
      }
    }
    return line;
  }

  /** {@return number of the column, from 1, of an offset} */
  int column(int offset) {
    return offset - lineStart(offset) + 1;
  }

  /** {@return the line that holds an offset} */
  String lineText(int offset) {
    int end = text.indexOf('\n', offset);
    return text.substring(lineStart(offset), end < 0 ? text.length() : end);
  }

  private int lineStart(int offset) {
    return offset == 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  }
}
