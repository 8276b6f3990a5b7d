package org.rdmadump.exercise.selftest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rdmadump.device.EndPort;

/**
 * The counters of a port at some time, from sysfs.
 *
 * @param values by folder and name, such as {@code counters/port_xmit_packets}
 */
public record PortCounters(SortedMap<String, Long> values) {
  static final String SENT = "counters/port_xmit_packets";
  static final String RECEIVED = "counters/port_rcv_packets";
  static final String WITHOUT_SLOT = "hw_counters/out_of_buffer";

  private static final List<String> FOLDERS = List.of("counters", "hw_counters");

  /** Management datagrams that a port counts need not reach a sniffer rule. */
  private static final long PARTS_MISSING = 100;

  private static final String NUMBER = "[0-9]{1,18}";

  /** Reads those of a port, and of its device where the driver counts there. */
  static PortCounters of(EndPort port) {
    SortedMap<String, Long> values = new TreeMap<>();
    for (Path parent : List.of(port.path().resolve("../..").normalize(), port.path())) {
      for (String folder : FOLDERS) {
        read(parent.resolve(folder), folder, values);
      }
    }
    return new PortCounters(values);
  }

  private static void read(Path folder, String name, SortedMap<String, Long> values) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        number(file).ifPresent(value -> values.put(name + "/" + file.getFileName(), value));
      }
    } catch (IOException e) {
      // A folder that goes away has no counters any more.
    }
  }

  private static OptionalLong number(Path file) {
    try {
      String text = Files.readString(file).trim();
      return text.matches(NUMBER) ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** {@return by how much a counter has grown since an earlier time; empty if it is unknown} */
  OptionalLong since(PortCounters earlier, String name) {
    Long then = earlier.values.get(name);
    Long now = values.get(name);
    return then == null || now == null ? OptionalLong.empty() : OptionalLong.of(now - then);
  }

  /**
   * {@return packets that were counted and not seen; 0 within 1 %, as others may be counted, too}
   */
  static long missing(long seen, long counted) {
    long missing = counted - seen;
    return missing > counted / PARTS_MISSING ? missing : 0;
  }

  /** {@return packets that the port sent and received since then; empty if it does not count} */
  OptionalLong packetsSince(PortCounters earlier) {
    OptionalLong sent = since(earlier, SENT);
    OptionalLong received = since(earlier, RECEIVED);
    return sent.isEmpty() || received.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(sent.getAsLong() + received.getAsLong());
  }
}
