package org.rdmadump.xdr.schema;

/** What the content of an opaque is known to be. */
public enum XdrHold {
  /** Nothing is known. */
  NOTHING,
  /** One value of {@link XdrField#held}. */
  VALUE,
  /** One value: the arm of a union for an earlier member's value. */
  ARM,
  /** The arms of a union, one behind the other, for the bits set in an earlier member. */
  SELECTED
}
