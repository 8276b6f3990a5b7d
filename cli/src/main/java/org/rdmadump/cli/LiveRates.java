package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.metrics.CaptureMetrics;
import org.rdmadump.analysis.metrics.DeviceNumbers;
import org.rdmadump.analysis.metrics.Rates;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.report.text.RatesTextWriter;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Prints rates, an interval after the other: on a terminal in place of those before, elsewhere
 * below them.
 */
final class LiveRates {
  private final Environment environment;
  private final RatesTextWriter writer;
  private final boolean wide;
  private final boolean inPlace;
  private final LongSupplier clock;
  private final long interval;
  private final long start;
  private long last;
  private Statistics calls = none();
  private long packets;
  private long bytes;
  private long retransmitted;
  private long dropped;

  /** Lines that are on the terminal. */
  private int shown;

  /**
   * Rates that begin now.
   *
   * @param devices what the user calls them
   * @param interval nanoseconds from one print to the next
   * @param wide whether lines may be longer than the terminal is wide
   * @param clock tells nanoseconds
   */
  LiveRates(
      Environment environment, String devices, long interval, boolean wide, LongSupplier clock) {
    this.environment = environment;
    this.writer = new RatesTextWriter(devices);
    this.interval = interval;
    this.wide = wide;
    // Lines that go on in the next row could not be counted.
    this.inPlace = environment.fits(wide);
    this.clock = clock;
    this.start = clock.getAsLong();
    this.last = start;
  }

  /** Time does not matter, as there are no intervals in it. */
  private static Statistics none() {
    return new Statistics(() -> 0, Optional.empty(), /* everyConnection= */ true, Optional.empty());
  }

  void message(RpcMessage message) {
    calls.message(message);
  }

  void exchange(RpcExchange exchange) {
    calls.exchange(exchange);
  }

  void nvme(NvmeExchange exchange) {
    calls.nvme(exchange);
  }

  /** {@return whether an interval is over} */
  boolean isDue() {
    return clock.getAsLong() - last >= interval;
  }

  /** Prints what happened since the last print. */
  void print(CaptureSummary summary, List<DeviceNumbers> devices, CaptureMetrics metrics)
      throws IOException {
    long now = clock.getAsLong();
    OptionalLong lost = dropped(devices);
    Rates rates =
        new Rates(
            now - start,
            Math.max(1, now - last),
            summary.rdmaPackets() - packets,
            summary.bytes() - bytes,
            Math.max(0, metrics.retransmitted() - retransmitted),
            lost.isPresent()
                ? OptionalLong.of(Math.max(0, lost.getAsLong() - dropped))
                : OptionalLong.empty(),
            metrics.openConnections(),
            calls.operations(),
            calls.commands());
    last = now;
    packets = summary.rdmaPackets();
    bytes = summary.bytes();
    retransmitted = metrics.retransmitted();
    dropped = lost.orElse(dropped);
    calls = none();
    print(rates);
  }

  /** Packets lost so far by buffers, by the queue, and by devices that count that. */
  private static OptionalLong dropped(List<DeviceNumbers> devices) {
    OptionalLong sum = OptionalLong.empty();
    for (DeviceNumbers each : devices) {
      if (each.counts().dropped().isPresent()) {
        long lost =
            each.counts().dropped().getAsLong()
                + each.counts().droppedByInterface().orElse(0)
                + each.refused();
        sum = OptionalLong.of(sum.orElse(0) + lost);
      }
    }
    return sum;
  }

  private void print(Rates rates) throws IOException {
    AsciiBuffer text = new AsciiBuffer();
    writer.put(text, rates);
    OutputStream out = environment.out();
    if (inPlace && shown > 0) {
      // Up to the first line, and all from there on away.
      out.write(("\033[" + shown + "A\033[J").getBytes(StandardCharsets.US_ASCII));
    } else if (shown > 0) {
      out.write('\n');
    }
    OutputStream lines = environment.lines(wide);
    text.writeTo(lines);
    lines.flush();
    out.flush();
    shown = (int) text.toString().chars().filter(each -> each == '\n').count();
  }
}
