package org.rdmadump.report;

import org.jspecify.annotations.Nullable;

/**
 * Texts of numbers that come again and again, such as sets of flags. A text may be forgotten at any
 * time.
 *
 * @param <T> in what form a text is kept
 */
public final class KeptTexts<T> {
  /** So many are kept unless more are asked for, as the exponent of 2. */
  private static final int BITS = 6;

  /** 2<sup>64</sup> divided by the golden ratio: spreads numbers that differ in few bits. */
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  // By slot. Arrays side by side: who asks waits for memory once, not for one object by another.
  private final @Nullable Object[] kinds;
  private final long[] numbers;
  private final @Nullable T[] texts;

  private final int bits;

  /** Room for as many as are common. */
  public KeptTexts() {
    this(BITS);
  }

  /** Room for 2 to the power of {@code bits}. */
  @SuppressWarnings("unchecked") // An array of a generic type.
  public KeptTexts(int bits) {
    this.bits = bits;
    this.kinds = new Object[1 << bits];
    this.numbers = new long[1 << bits];
    this.texts = (T[]) new Object[1 << bits];
  }

  /**
   * {@return the text of a number, null if it is not kept}
   *
   * @param kind of what it is a number; compared by identity
   */
  @SuppressWarnings("ReferenceEquality")
  public @Nullable T find(Object kind, long number) {
    int slot = slot(kind, number);
    return numbers[slot] == number && kinds[slot] == kind ? texts[slot] : null;
  }

  /** Keeps the text of a number. */
  public void keep(Object kind, long number, T text) {
    int slot = slot(kind, number);
    kinds[slot] = kind;
    numbers[slot] = number;
    texts[slot] = text;
  }

  private int slot(Object kind, long number) {
    return (int) (((number + System.identityHashCode(kind)) * SPREAD) >>> (Long.SIZE - bits));
  }
}
