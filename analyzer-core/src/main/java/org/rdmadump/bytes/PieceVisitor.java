package org.rdmadump.bytes;

/** Is shown the pieces of a {@link Rope}, in order. */
public interface PieceVisitor {
  /**
   * Shows {@code length} bytes of {@code array} from {@code offset} on; they must not be changed.
   */
  void bytes(byte[] array, int offset, int length);

  /** Shows {@code length} absent bytes. */
  void hole(long length, Absence why);
}
