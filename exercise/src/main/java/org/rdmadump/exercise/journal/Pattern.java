package org.rdmadump.exercise.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What bytes are sent: each is a function of a seed and of its place, so that both sides know all
 * of them.
 */
public enum Pattern {
  /** As good as random: SplitMix64 of seed and place. */
  RANDOM(0),
  /** The low bytes of the place, each word of four bytes counted up from the seed. */
  COUNT(1),
  /** Printable letters. */
  TEXT(2),
  /** All bits 0. */
  ZEROS(3),
  /** All bits 1. */
  ONES(4);

  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final int LETTERS = 26;

  private final int code;

  Pattern(int code) {
    this.code = code;
  }

  /** {@return the name that options use} */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return the pattern of that name} */
  public static Optional<Pattern> of(String word) {
    return Arrays.stream(values()).filter(pattern -> pattern.word().equals(word)).findFirst();
  }

  /** {@return what messages call it, 0 to 255} */
  public int code() {
    return code;
  }

  /** {@return the pattern that messages call so} */
  public static Optional<Pattern> of(int code) {
    return Arrays.stream(values()).filter(pattern -> pattern.code == code).findFirst();
  }

  /**
   * {@return bytes of the pattern}
   *
   * @param seed any number
   * @param place of the first byte, from 0 on
   * @param length how many
   */
  public byte[] bytes(long seed, long place, int length) {
    byte[] bytes = new byte[length];
    if (this == RANDOM) {
      random(seed, place, bytes);
      return bytes;
    }
    for (int i = 0; i < length; i++) {
      bytes[i] = byteAt(seed, place + i);
    }
    return bytes;
  }

  /** A word of eight bytes at a time. */
  private static void random(long seed, long place, byte[] bytes) {
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < bytes.length; ) {
      int at = (int) (place + i) & 7;
      long word = mixed(seed, (place + i) >>> 3) >>> (at * Byte.SIZE);
      int end = Math.min(bytes.length, i + Long.BYTES - at);
      if (end - i == Long.BYTES) {
        words.putLong(i, word);
        i = end;
      }
      for (; i < end; word >>>= Byte.SIZE) {
        bytes[i++] = (byte) word;
      }
    }
  }

  private byte byteAt(long seed, long place) {
    return switch (this) {
      case RANDOM -> throw new IllegalStateException("made by words");
      case COUNT -> (byte) (((place >>> 2) + seed) >>> ((3 - (place & 3)) * Byte.SIZE));
      case TEXT -> (byte) ('a' + Long.remainderUnsigned(mixed(seed, place), LETTERS));
      case ZEROS -> 0;
      case ONES -> -1;
    };
  }

  /** SplitMix64: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014. */
  private static long mixed(long seed, long number) {
    long z = seed + (number + 1) * GOLDEN;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
