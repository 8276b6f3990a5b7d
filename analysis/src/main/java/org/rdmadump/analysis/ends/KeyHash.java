package org.rdmadump.analysis.ends;

/** Mixes numbers into keys of 64 bits that are spread evenly. */
final class KeyHash {
  /** Constants of the finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
  private static final long FIRST = 0xbf58476d1ce4e5b9L;

  private static final long SECOND = 0x94d049bb133111ebL;
  private static final long STEP = 0x9e3779b97f4a7c15L;

  private KeyHash() {}

  /** {@return a key of both; their order counts} */
  static long of(long first, long second) {
    long mixed = (first + STEP) * FIRST ^ second;
    mixed = (mixed ^ mixed >>> 30) * FIRST;
    mixed = (mixed ^ mixed >>> 27) * SECOND;
    return mixed ^ mixed >>> 31;
  }
}
