package org.rdmadump.xdr.compile;

/**
 * A place in a text of declarations.
 *
 * @param source the text
 * @param offset of the character, from 0
 */
record SourcePosition(Source source, int offset) {
  /** {@return the exception that says what is wrong here} */
  XdrDeclarationException wrong(String what) {
    return new XdrDeclarationException(
        source.name()
            + ":"
            + source.line(offset)
            + ":"
            + source.column(offset)
            + ": "
            + what
            + "\n"
            + source.lineText(offset)
            + "\n"
            + " ".repeat(source.column(offset) - 1)
            + "^");
  }
}
