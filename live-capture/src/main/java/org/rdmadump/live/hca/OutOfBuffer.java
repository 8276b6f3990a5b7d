package org.rdmadump.live.hca;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The counter of packets for which no receive was posted, in {@code hw_counters/out_of_buffer} of a
 * port or, where a driver counts for the device, of that. It counts for all queue pairs.
 */
final class OutOfBuffer {
  private static final String NAME = "hw_counters/out_of_buffer";

  /** Hardware counts with 32 bits. */
  private static final long CYCLE = 1L << 32;

  private final Path file;
  private final OptionalLong start;

  private OutOfBuffer(Path file, OptionalLong start) {
    this.file = file;
    this.start = start;
  }

  /** Notes where the counter of a port is, and stands. */
  static OutOfBuffer of(Path port) {
    // From ports/N to the device.
    Path device = port.resolve("../..").normalize();
    for (Path folder : List.of(port, device)) {
      OutOfBuffer counter = new OutOfBuffer(folder.resolve(NAME), read(folder.resolve(NAME)));
      if (counter.start.isPresent()) {
        return counter;
      }
    }
    return new OutOfBuffer(port.resolve(NAME), OptionalLong.empty());
  }

  /** {@return what it counted since; empty where there is none, or no more} */
  OptionalLong since() {
    OptionalLong now = start.isPresent() ? read(file) : OptionalLong.empty();
    if (now.isEmpty()) {
      return OptionalLong.empty();
    }
    long difference = now.getAsLong() - start.getAsLong();
    return OptionalLong.of(difference < 0 ? difference + CYCLE : difference);
  }

  private static OptionalLong read(Path file) {
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(file).trim()));
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
