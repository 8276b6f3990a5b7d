package org.rdmadump.live.hca;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The counter of packets without a posted receive: {@code hw_counters/out_of_buffer} of the port,
 * or of the device for some drivers. It counts for all queue pairs.
 */
final class OutOfBuffer {
  private static final String NAME = "hw_counters/out_of_buffer";

  /** Hardware counters wrap at 32 bits. */
  private static final long CYCLE = 1L << 32;

  private final Path file;
  private final OptionalLong start;

  private OutOfBuffer(Path file, OptionalLong start) {
    this.file = file;
    this.start = start;
  }

  /** Finds the counter of a port and notes its value. */
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

  /** {@return the increase since then; empty if there is no counter, or it is gone} */
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
