package org.rdmadump.live;

import java.time.Duration;
import java.util.Optional;

/**
 * Options of a live capture.
 *
 * @param queueBytes bytes of packets that may wait to be decoded
 * @param duration length of the capture; empty for no limit
 */
public record LiveOptions(long queueBytes, Optional<Duration> duration) {
  /** A queue of 32 MiB, no limit. */
  public static final LiveOptions DEFAULT = new LiveOptions(32L << 20, Optional.empty());
}
