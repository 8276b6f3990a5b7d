package org.rdmadump.order;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Places in hash tables for what packets say. Each run has a key of its own, so that nobody can
 * make a capture whose packets all have one place. Nothing that is shown may depend on these
 * numbers, nor on the order of a table.
 *
 * <p>Words of 32 bits are each multiplied by 64 random ones of their own and added up: without the
 * key, no change of one undoes that of another. It takes no more than one multiplication a word.
 */
public final class KeyedHash {
  private static final int WORDS = 64;
  private static final long MASK = 0xffff_ffffL;

  /** Spreads sums of counters, which are far apart by the same number each. */
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private static final long[] KEYS = keys();
  private static final long FIRST = KEYS[0];
  private static final long SECOND = KEYS[1];
  private static final long THIRD = KEYS[2];
  private static final long FOURTH = KEYS[3];
  private static final long FIFTH = KEYS[4];
  private static final long SIXTH = KEYS[5];
  private static final long SEVENTH = KEYS[6];
  private static final long EIGHTH = KEYS[7];
  private static final long NINTH = KEYS[8];
  private static final long START = KEYS[WORDS];

  private KeyedHash() {}

  private static long[] keys() {
    SplittableRandom random = new SplittableRandom();
    long[] keys = new long[WORDS + 1];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = random.nextLong();
    }
    return keys;
  }

  /** {@return a number for one; all its bits serve} */
  public static int of(int one) {
    return spread(START + (one & MASK) * FIRST);
  }

  /** {@return a number for two; their order counts} */
  public static int of(long one, long two) {
    return spread(sum(one, two));
  }

  /** {@return a number for three; their order counts} */
  public static int of(long one, long two, int three) {
    return spread(sum(one, two) + (three & MASK) * NINTH);
  }

  /** {@return a number for five; their order counts} */
  public static int of(long one, long two, long three, long four, int five) {
    return spread(
        sum(one, two)
            + (three >>> Integer.SIZE) * FIFTH
            + (three & MASK) * SIXTH
            + (four >>> Integer.SIZE) * SEVENTH
            + (four & MASK) * EIGHTH
            + (five & MASK) * NINTH);
  }

  /** {@return a number for the first bytes of a buffer; upper and lower half serve alike} */
  public static long of(ByteBuffer bytes, int length) {
    long sum = START + length * FIRST;
    int at = 0;
    int word = 1;
    while (at < length) {
      if (word == WORDS) {
        sum = (sum ^ (sum >>> Integer.SIZE)) * SPREAD;
        word = 1;
      }
      int next;
      if (at + Integer.BYTES <= length) {
        next = bytes.getInt(at);
      } else {
        next = 0;
        for (int i = at; i < length; i++) {
          next = (next << Byte.SIZE) | (bytes.get(i) & 0xff);
        }
      }
      sum += (next & MASK) * KEYS[word];
      word++;
      at += Integer.BYTES;
    }
    long mixed = (sum ^ (sum >>> Integer.SIZE)) * SPREAD;
    return mixed ^ (mixed >>> Integer.SIZE);
  }

  private static long sum(long one, long two) {
    return START
        + (one >>> Integer.SIZE) * FIRST
        + (one & MASK) * SECOND
        + (two >>> Integer.SIZE) * THIRD
        + (two & MASK) * FOURTH;
  }

  private static int spread(long sum) {
    return (int) (((sum ^ (sum >>> Integer.SIZE)) * SPREAD) >>> Integer.SIZE);
  }
}
