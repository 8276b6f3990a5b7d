package org.rdmadump.live.file;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * When a capture goes on to another file.
 *
 * @param bytes what a file has at most, unless a single packet is longer
 * @param duration how long a file is written to
 * @param files how many are kept: the oldest one is deleted
 */
public record Rotation(OptionalLong bytes, Optional<Duration> duration, OptionalInt files) {
  /** All in one file, under the name that was given. */
  public static final Rotation NONE =
      new Rotation(OptionalLong.empty(), Optional.empty(), OptionalInt.empty());

  /** {@return whether there can be more than one file} */
  public boolean isAny() {
    return bytes.isPresent() || duration.isPresent();
  }
}
