package org.rdmadump.bytes;

/**
 * Unsigned numbers in an array of bytes, most significant byte first. What is read with every
 * packet is read by these: an array costs less than a buffer until the optimising compiler has been
 * there.
 */
public final class NetworkOrder {
  private NetworkOrder() {}

  /** {@return the byte at {@code at}, 0 to 255} */
  public static int byteAt(byte[] bytes, int at) {
    return bytes[at] & 0xff;
  }

  /** {@return the two bytes at {@code at}, 0 to 65535} */
  public static int shortAt(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }

  /** {@return the three bytes at {@code at}, 0 to 2^24-1} */
  public static int threeBytesAt(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 16 | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff);
  }

  /** {@return the four bytes at {@code at}, as the bits of an int} */
  public static int intAt(byte[] bytes, int at) {
    // In steps that are short enough to be inlined.
    return shortAt(bytes, at) << Short.SIZE | shortAt(bytes, at + 2);
  }

  /** {@return the eight bytes at {@code at}, as the bits of a long} */
  public static long longAt(byte[] bytes, int at) {
    return (long) intAt(bytes, at) << Integer.SIZE | Integer.toUnsignedLong(intAt(bytes, at + 4));
  }
}
