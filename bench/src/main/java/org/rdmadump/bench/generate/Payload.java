package org.rdmadump.bench.generate;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Data to send: noise, from a different place each time. */
final class Payload {
  private static final int POOL = 4 << 20;

  private final byte[] noise;

  Payload(SplittableRandom random) {
    ByteBuffer pool = ByteBuffer.allocate(POOL);
    while (pool.hasRemaining()) {
      pool.putLong(random.nextLong());
    }
    this.noise = pool.array();
  }

  /** {@return {@code count} bytes, which depend on {@code where} alone} */
  byte[] at(long where, int count) {
    int from = (int) Math.floorMod(where, (long) (POOL - count));
    return Arrays.copyOfRange(noise, from, from + count);
  }
}
