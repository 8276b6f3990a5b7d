package org.rdmadump.xdr.schema;

/** How a value is to be shown, where its XDR type alone does not say. */
public enum XdrForm {
  /** As its type says. */
  PLAIN,
  /** Opaque: a file handle, shown as a short hash. */
  FILE_HANDLE,
  /** Structure: an NFSv4 stateid. */
  STATE_ID,
  /** Structure of two integers: seconds and nanoseconds. */
  TIME,
  /** Structure of two integers: seconds and microseconds. */
  TIME_MICROS,
  /** Structure of two integers, seconds and nanoseconds, that is no time but how long. */
  DURATION,
  /** Integer: the fraction of a time, below a second. */
  NANOSECONDS,
  /** Integer: permission bits, octal. */
  MODE,
  /** Integer: hexadecimal, with leading zeros. */
  HEX,
  /** Opaque: text, as far as it is printable UTF-8. */
  TEXT,
  /** Opaque or integer without meaning to anybody but its maker: hexadecimal, one token. */
  VERIFIER,
  /** Opaque: bulk data, never shown. */
  DATA,
  /** Integer: set of named bits. */
  FLAGS,
  /** Integer: has names for some values. */
  NAMED,
  /** Array of unsigned integers: set of named bit numbers, 32 to a word, the lowest first. */
  BITMAP
}
