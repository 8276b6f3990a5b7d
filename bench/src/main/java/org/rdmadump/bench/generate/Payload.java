package org.rdmadump.bench.generate;

import java.nio.ByteBuffer;
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

  /** Puts {@code count} bytes, which depend on {@code where} alone. */
  void put(ByteBuffer to, long where, int count) {
    int at = (int) Math.floorMod(where, (long) (POOL - count));
    to.put(noise, at, count);
  }
}
