package org.rdmadump.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.RdmaDevices;
import org.rdmadump.live.PacketSink;
import org.rdmadump.live.hca.HcaSniffer;
import org.rdmadump.live.hca.SnifferOptions;

/**
 * How many packets a second come from C to a sink in Java: those of the stand-in for libibverbs,
 * which always has one, so that what is measured is polling, handing over and posting again. {@code
 * bench/sniffer} runs it.
 */
public final class SnifferRate {
  private static final long ROUND_NANOS = 2_000_000_000L;
  private static final int ROUNDS = 6;
  private static final int PATIENCE_MILLIS = 100;

  private SnifferRate() {}

  /** Counts, and reads a byte of each packet as a decoder would. */
  private static final class Count implements PacketSink {
    private long packets;
    private long bytes;
    private int first;

    @Override
    public void packet(ByteBuffer buffer, int offset, int captured, int original, long nanos) {
      packets++;
      bytes += captured;
      first ^= buffer.get(offset);
    }
  }

  /** Takes an empty folder for a tree of sysfs, and a name for the table. */
  public static void main(String[] arguments) throws IOException {
    Path sysfs = Path.of(arguments[0]);
    Path port = sysfs.resolve("class/infiniband/mlx5_0/ports/1");
    Files.createDirectories(port);
    Files.writeString(port.resolve("link_layer"), "InfiniBand\n", StandardCharsets.UTF_8);
    EndPort endPort = RdmaDevices.in(sysfs).findPortName("mlx5_0");
    Count count = new Count();
    double most = 0;
    double least = Double.MAX_VALUE;
    try (HcaSniffer sniffer = HcaSniffer.open(endPort, SnifferOptions.DEFAULT)) {
      for (int round = 0; round < ROUNDS; round++) {
        double rate = rate(sniffer, count);
        // The first is the compiler's.
        if (round > 0) {
          most = Math.max(most, rate);
          least = Math.min(least, rate);
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-40s %5.1f to %5.1f million packets a second of CPU time, %d bytes each, xor %d%n",
        arguments[1],
        least,
        most,
        count.bytes / count.packets,
        count.first);
  }

  /** Millions of packets that are taken in a second of this thread's CPU time. */
  private static double rate(HcaSniffer sniffer, Count count) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long packets = count.packets;
    long start = threads.getCurrentThreadCpuTime();
    long now = start;
    while (now - start < ROUND_NANOS) {
      for (int i = 0; i < 1000; i++) {
        sniffer.take(count, PATIENCE_MILLIS);
      }
      now = threads.getCurrentThreadCpuTime();
    }
    return (count.packets - packets) * 1e3 / (now - start);
  }
}
