package org.rdmadump.live.file;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * When a capture starts another file.
 *
 * @param bytes largest length of a file, unless a single packet is longer; empty for no limit
 * @param duration longest time that a file is written; empty for no limit
 * @param files number of files to keep, the oldest is deleted first; empty keeps all
 */
public record Rotation(OptionalLong bytes, Optional<Duration> duration, OptionalInt files) {
  /** No rotation: one file with the given name. */
  public static final Rotation NONE =
      new Rotation(OptionalLong.empty(), Optional.empty(), OptionalInt.empty());

  /** {@return whether there can be several files} */
  public boolean isAny() {
    return bytes.isPresent() || duration.isPresent();
  }
}
