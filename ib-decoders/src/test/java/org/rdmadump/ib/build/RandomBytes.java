package org.rdmadump.ib.build;

import java.util.SplittableRandom;

/** Bytes for payload that no mistake makes equal; of a length always the same. */
public final class RandomBytes {
  private RandomBytes() {}

  /** {@return so many bytes} */
  public static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(length).nextBytes(bytes);
    return bytes;
  }
}
