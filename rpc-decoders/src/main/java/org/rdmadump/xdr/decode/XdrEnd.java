package org.rdmadump.xdr.decode;

/** How far decoding of a value came, and why not farther. */
public enum XdrEnd {
  /** To the last byte; bytes inside of opaques may be absent all the same. */
  COMPLETE,
  /** To the last value, but there are bytes behind it, or behind one that an opaque holds. */
  TRAILING,
  /** To a value, other than the inside of an opaque, of which bytes are absent. */
  MISSING,
  /** To a value that cannot be right. */
  BAD
}
