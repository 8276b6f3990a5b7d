package org.rdmadump.iwarp.mpa;

/**
 * Where markers stand in a stream that has them: 4 bytes every 512, counted from the first byte
 * behind the start-up frame. FPDUs and markers are multiples of 4 bytes, so that neither a marker,
 * nor a length, nor a CRC is ever split by the other.
 *
 * <p>RFC 5044 section 4.3.
 */
final class Markers {
  /** Bytes from one marker to the next. */
  static final int SPACING = 512;

  /** Bytes of a marker. */
  static final int LENGTH = 4;

  private static final int BETWEEN = SPACING - LENGTH;

  private Markers() {}

  /** Bytes from {@code distance}, counted from the first marker, to the next; 0 if one is there. */
  static int untilNext(long distance) {
    return (int) Math.floorMod(-distance, (long) SPACING);
  }

  /** How many markers are between {@code content} bytes that begin at {@code distance}. */
  static int within(long distance, int content) {
    int before = untilNext(distance);
    return content <= before ? 0 : (content - before + BETWEEN - 1) / BETWEEN;
  }
}
