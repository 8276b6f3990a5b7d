package org.rdmadump.bytes;

/** What a {@link Rope} is made of, unless that is one piece and no hole. */
final class RopePieces {
  static final RopePieces NONE = new RopePieces(new long[1], new Object[0], new int[0], 0);

  /** Where each piece starts, and behind the last one where the rope ends. */
  final long[] starts;

  /** Of each piece the {@code byte[]} that holds it, of a hole its {@link Absence}. */
  final Object[] sources;

  /** Where in its array each piece starts. */
  final int[] offsets;

  /** Bytes that are in no hole. */
  final long present;

  RopePieces(long[] starts, Object[] sources, int[] offsets, long present) {
    this.starts = starts;
    this.sources = sources;
    this.offsets = offsets;
    this.present = present;
  }
}
