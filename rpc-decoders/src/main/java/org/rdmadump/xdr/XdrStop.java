package org.rdmadump.xdr;

/** Why an {@link XdrReader} reads no further. */
public enum XdrStop {
  /** It does read further. */
  NONE,
  /** The next value needs more bytes than are left: the sender's lengths do not agree. */
  BEYOND_END,
  /** The next value is at least partly in a hole: sent, but not captured. */
  NOT_AVAILABLE,
  /** The next value is one that its type does not have, or is longer than its bound. */
  BAD_VALUE
}
