package org.rdmadump.ib.cm;

/**
 * A part of a management datagram that is left where it is.
 *
 * @param offset first byte, counted from the datagram's first byte
 * @param length bytes that the message has there
 * @param present how many of them were captured, from the first on; 0 to {@code length}
 */
public record Slice(int offset, int length, int present) {
  /** {@return the part between the given bounds, where {@code madPresent} bytes were captured} */
  static Slice of(int offset, int length, int madPresent) {
    return new Slice(offset, length, Math.max(0, Math.min(length, madPresent - offset)));
  }

  /** {@return whether all of it was captured} */
  public boolean isComplete() {
    return present == length;
  }
}
