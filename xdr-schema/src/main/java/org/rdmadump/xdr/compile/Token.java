package org.rdmadump.xdr.compile;

/**
 * A piece of a text of declarations.
 *
 * @param kind what it is
 * @param text as it stands there; of a mark what is between the brackets
 * @param place where it begins
 */
record Token(Kind kind, String text, SourcePosition place) {
  /** What a token is. */
  enum Kind {
    WORD,
    NUMBER,
    SIGN,
    /** The line {@code %[...]}. */
    MARK,
    /** The line {@code %include "..."}; the text is the file's name. */
    INCLUDE,
    END
  }

  boolean is(String what) {
    return kind != Kind.MARK && kind != Kind.INCLUDE && text.equals(what);
  }

  /** For messages. */
  String shown() {
    return kind == Kind.END ? "the end of the file" : "'" + text + "'";
  }
}
