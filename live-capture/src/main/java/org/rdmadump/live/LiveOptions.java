package org.rdmadump.live;

import java.time.Duration;
import java.util.Optional;

/**
 * How devices are captured: for how long, and what may wait to be decoded.
 *
 * @param queueBytes bytes of packets that may wait to be decoded
 * @param duration when the capture ends by itself; empty for never
 */
public record LiveOptions(long queueBytes, Optional<Duration> duration) {
  /** 32 MiB, no end. */
  public static final LiveOptions DEFAULT = new LiveOptions(32L << 20, Optional.empty());
}
