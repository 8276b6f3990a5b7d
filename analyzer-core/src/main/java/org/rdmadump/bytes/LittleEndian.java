package org.rdmadump.bytes;

/** Unsigned numbers in an array of bytes, least significant byte first. */
public final class LittleEndian {
  private LittleEndian() {}

  /** {@return the two bytes at {@code at}, 0 to 65535} */
  public static int shortAt(byte[] bytes, int at) {
    return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8;
  }

  /** {@return the four bytes at {@code at}, as the bits of an int} */
  public static int intAt(byte[] bytes, int at) {
    return shortAt(bytes, at) | shortAt(bytes, at + 2) << Short.SIZE;
  }

  /** {@return the eight bytes at {@code at}, as the bits of a long} */
  public static long longAt(byte[] bytes, int at) {
    return Integer.toUnsignedLong(intAt(bytes, at))
        | (long) intAt(bytes, at + Integer.BYTES) << Integer.SIZE;
  }
}
