package org.rdmadump.ib;

/**
 * Arithmetic on packet sequence numbers, a circle of 24 bits.
 *
 * <p>Arguments may have any upper eight bits; they are ignored. Results are 0 to 0xffffff.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.7.1.
 */
public final class Psn {
  /** The 24 bits of a PSN. */
  public static final int MASK = 0xffffff;

  private static final int UNUSED_BITS = 8;

  private Psn() {}

  /** {@return the PSN {@code packets} behind {@code psn}, or before it if negative} */
  public static int add(int psn, int packets) {
    return (psn + packets) & MASK;
  }

  /**
   * {@return the signed distance from {@code from} to {@code to}, -0x800000 to 0x7fffff: positive
   * if {@code to} comes later}
   */
  public static int distance(int from, int to) {
    return ((to - from) << UNUSED_BITS) >> UNUSED_BITS;
  }

  /**
   * {@return whether {@code psn} comes before {@code other}; exactly half a circle apart it does}
   */
  public static boolean isBefore(int psn, int other) {
    return distance(other, psn) < 0;
  }
}
