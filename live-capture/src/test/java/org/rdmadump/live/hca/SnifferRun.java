package org.rdmadump.live.hca;

import java.io.IOException;
import java.nio.file.Path;
import org.rdmadump.device.RdmaDevices;

/**
 * A program that sniffs until the device is silent, for a JVM of its own. Its arguments are a root
 * of sysfs; it prints how many packets there were, or why there were none.
 */
final class SnifferRun {
  private static final int PATIENCE_MILLIS = 50;

  private SnifferRun() {}

  /** Runs it. */
  public static void main(String[] arguments) throws IOException {
    RdmaDevices devices = RdmaDevices.in(Path.of(arguments[0]));
    long packets = 0;
    try (HcaSniffer sniffer =
        HcaSniffer.open(devices.findPortName("mlx5_0"), SnifferOptions.DEFAULT.withSlots(16))) {
      Packets kept = new Packets();
      while (sniffer.take(kept, PATIENCE_MILLIS) > 0) {}
      packets = kept.kept().size();
      System.out.println("packets " + packets + " dropped " + sniffer.counters().dropped());
    } catch (SnifferException e) {
      System.out.println(e.reason() + " " + e.getMessage());
    }
  }
}
