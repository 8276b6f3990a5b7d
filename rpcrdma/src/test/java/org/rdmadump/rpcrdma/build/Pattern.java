package org.rdmadump.rpcrdma.build;

import java.util.SplittableRandom;

/** Bytes that say where they are from: a fragment in the wrong place never fits. */
public final class Pattern {
  private Pattern() {}

  /** {@return {@code length} bytes, the same for the same seed} */
  public static byte[] of(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    for (int i = 0; i < length; i++) {
      // Neither zero, which a wrong decoder might invent.
      bytes[i] = bytes[i] == 0 ? (byte) 1 : bytes[i];
    }
    return bytes;
  }
}
