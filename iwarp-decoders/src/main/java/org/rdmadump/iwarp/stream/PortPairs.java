package org.rdmadump.iwarp.stream;

/**
 * Between which ports something went, whichever way, in memory that does not grow: a pair that was
 * added is known ever after, and with very many of them others may be taken for known.
 */
final class PortPairs {
  private static final int BITS = 19;
  private static final int WORD_BITS = 6;
  private static final int PORT_BITS = 16;

  /** Spreads the pairs, 2<sup>32</sup> divided by the golden ratio. */
  private static final int SPREAD = 0x9e3779b9;

  private long[] words = new long[0];

  void add(int onePort, int otherPort) {
    if (words.length == 0) {
      words = new long[1 << (BITS - WORD_BITS)];
    }
    int bit = bit(onePort, otherPort);
    words[bit >>> WORD_BITS] |= 1L << bit;
  }

  boolean has(int onePort, int otherPort) {
    int bit = bit(onePort, otherPort);
    return words.length != 0 && (words[bit >>> WORD_BITS] & 1L << bit) != 0;
  }

  private static int bit(int onePort, int otherPort) {
    int pair = Math.min(onePort, otherPort) << PORT_BITS | Math.max(onePort, otherPort);
    return (pair * SPREAD) >>> (Integer.SIZE - BITS);
  }
}
