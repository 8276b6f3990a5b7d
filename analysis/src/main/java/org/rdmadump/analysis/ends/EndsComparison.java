package org.rdmadump.analysis.ends;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.rdmadump.capture.FrameSource;

/** Compares two captures that were decoded, in a second pass over both. */
public final class EndsComparison {
  private final TapLog a;
  private final TapLog b;
  private final Meeting meeting;

  /** A comparison that has not begun, of two runs that are over. */
  public EndsComparison(TapLog a, TapLog b) {
    this.a = a;
    this.b = b;
    this.meeting = Meeting.of(a.sample(), b.sample());
  }

  /** {@return what the two share, as far as it is known without reading them again} */
  public Meeting meeting() {
    return meeting;
  }

  /**
   * Reads both again.
   *
   * @param first A from its beginning
   * @param second B from its beginning
   * @param rocePorts UDP ports of RoCE version 2 beside its own
   * @param stop whether the user does not want the result any more
   * @return what was found; of what was read so far, if stopped
   * @throws IOException if one cannot be read
   */
  public EndsReport report(EndsSide first, EndsSide second, BooleanSupplier stop, int... rocePorts)
      throws IOException {
    EndPairs pairs = new EndPairs(meeting);
    add(pairs, Tap.A, a);
    add(pairs, Tap.B, b);
    PacketMatch match = new PacketMatch(meeting, pairs, first.source(), second.source(), rocePorts);
    while (match.next() && !stop.getAsBoolean()) {
      // Each packet is taken in turn.
    }
    PacketReport packets = match.report();
    return new EndsReport(
        tap(Tap.A, a, pairs, first),
        tap(Tap.B, b, pairs, second),
        meeting.clocks().orElseThrow(),
        packets,
        new ExchangeMatch(meeting, a.exchanges(), b.exchanges(), packets).report(),
        meeting.addresses().size());
  }

  private static void add(EndPairs pairs, Tap tap, TapLog log) {
    for (TapLog.Connection each : log.connections()) {
      pairs.add(tap, each.transport(), each.client(), each.server());
    }
  }

  private TapReport tap(Tap tap, TapLog log, EndPairs pairs, EndsSide side) {
    OptionalLong dropped = side.source().dropped();
    return new TapReport(
        side.files(),
        side.whole(),
        log.summary(),
        meeting.hostsAt(tap),
        log.sample().snapLength(),
        dropped,
        pairs.onlyAt(tap));
  }

  /**
   * One of the captures, to be read again.
   *
   * @param files their names
   * @param whole whether they were read to their ends before
   * @param source from the beginning
   */
  public record EndsSide(List<String> files, boolean whole, FrameSource source) {}
}
