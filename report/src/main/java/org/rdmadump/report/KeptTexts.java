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

  private final @Nullable Kept<T>[] kept;
  private final int bits;

  private record Kept<T>(Object kind, long number, T text) {}

  /** Room for as many as are common. */
  public KeptTexts() {
    this(BITS);
  }

  /** Room for 2 to the power of {@code bits}. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // An array of a generic type.
  public KeptTexts(int bits) {
    this.bits = bits;
    this.kept = new Kept[1 << bits];
  }

  /**
   * {@return the text of a number, null if it is not kept}
   *
   * @param kind of what it is a number; compared by identity
   */
  @SuppressWarnings("ReferenceEquality")
  public @Nullable T find(Object kind, long number) {
    Kept<T> known = kept[slot(kind, number)];
    return known != null && known.number == number && known.kind == kind ? known.text : null;
  }

  /** Keeps the text of a number. */
  public void keep(Object kind, long number, T text) {
    kept[slot(kind, number)] = new Kept<>(kind, number, text);
  }

  private int slot(Object kind, long number) {
    return (int) (((number + System.identityHashCode(kind)) * SPREAD) >>> (Long.SIZE - bits));
  }
}
