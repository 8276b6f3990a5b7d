package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.ends.Clocks;
import org.rdmadump.analysis.ends.EndsReport;
import org.rdmadump.analysis.ends.EndsWriter;
import org.rdmadump.analysis.ends.ExchangeParts;
import org.rdmadump.analysis.ends.LostPacket;
import org.rdmadump.analysis.ends.OneWayDelays;
import org.rdmadump.analysis.ends.OperationParts;
import org.rdmadump.analysis.ends.PacketPlace;
import org.rdmadump.analysis.ends.PacketReport;
import org.rdmadump.analysis.ends.Tap;
import org.rdmadump.analysis.ends.TapReport;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Hex;
import org.rdmadump.ib.Opcode;
import org.rdmadump.report.StatsTable;

/** Prints two captures of the same traffic for people: the verdict, then clocks and tables. */
public final class EndsTextWriter implements EndsWriter {
  private static final int LONGEST_NAME = 200;
  private static final int MOST_LOST = 20;
  private static final double NANOS = 1e9;
  private static final double PPM = 1e6;

  private final OutputStream out;
  private final Palette palette;
  private final boolean onlyDifferences;
  private final AsciiBuffer text = new AsciiBuffer();

  /**
   * A writer to {@code out}, which it flushes but does not close.
   *
   * @param onlyDifferences leave out delays and exchanges
   */
  public EndsTextWriter(OutputStream out, boolean colour, boolean onlyDifferences) {
    this.out = out;
    this.palette = new Palette(colour);
    this.onlyDifferences = onlyDifferences;
  }

  @Override
  public void write(EndsReport report) throws IOException {
    verdict(report);
    tap("A", report.a());
    tap("B", report.b());
    if (report.translated() > 0) {
      text.put("   addresses are translated between A and B").newline();
    }
    clocks(report.clocks());
    packets(report.packets());
    lost(report.packets().lost());
    if (!onlyDifferences) {
      delays(report.packets());
      operations(report.exchanges().operations());
      slowest(report.exchanges().slowest());
    }
    remarks(report);
    text.moveTo(out);
    out.flush();
  }

  private void verdict(EndsReport report) {
    PacketReport packets = report.packets();
    List<String> found = new ArrayList<>();
    for (PacketPlace each : PacketPlace.values()) {
      if (packets.at(each) > 0 && each != PacketPlace.OUTSIDE) {
        found.add(Counted.of(packets.at(each), "packet") + " " + words(each));
      }
    }
    add(found, report.exchanges().onlyInA(), "call", "only in A");
    add(found, report.exchanges().onlyInB(), "call", "only in B");
    text.put("Same traffic in A and B: ");
    text.put(found.isEmpty() ? "no difference" : found.get(0)).newline();
    for (String each : found.subList(Math.min(1, found.size()), found.size())) {
      text.put("                         ").put(each).newline();
    }
    text.newline();
  }

  private static void add(List<String> found, long count, String noun, String where) {
    if (count > 0) {
      found.add(Counted.of(count, noun) + " " + where);
    }
  }

  private static String words(PacketPlace place) {
    return switch (place) {
      case WIRE -> "lost on the wire";
      case RECEIVER -> "dropped by the receiver";
      case NOT_READY -> "refused, receiver not ready";
      case LATE -> "arrived too late";
      case NEEDLESS -> "retransmitted needlessly";
      case MISSING_IN_A -> "missing in A";
      case MISSING_IN_B -> "missing in B";
      case UNDECIDED -> "lost or missing";
      case OUTSIDE -> "while only one ran";
      case ONE_SIDE -> "of flows in one only";
    };
  }

  private void tap(String name, TapReport tap) {
    text.put(name).put("  ");
    text.putText(tap.files().get(0), LONGEST_NAME);
    if (tap.files().size() > 1) {
      text.put(" and ").put(Counted.of(tap.files().size() - 1L, "more file"));
    }
    text.put(tap.whole() ? "" : ", not read to the end").newline().put("   ");
    Quantities.putCount(text, tap.summary().frames(), "frame");
    text.put(", ");
    Quantities.putCallsIn(text, tap.summary());
    if (tap.hosts().size() == 1) {
      text.put(", at ").put(tap.hosts().get(0).toString());
    } else if (tap.hosts().size() > 1) {
      text.put(", at ").put(Counted.of(tap.hosts().size(), "host"));
    }
    if (tap.dropped().orElse(0) > 0) {
      text.put(", ").put(Counted.of(tap.dropped().getAsLong(), "packet")).put(" dropped");
    }
    if (tap.snapLength() > 0) {
      text.put(", cut to ").put(Counted.of(tap.snapLength(), "byte"));
    }
    text.newline();
  }

  private void clocks(Clocks clocks) {
    text.newline();
    palette.put(text, Palette.Ink.NAME, "Clocks");
    text.newline();
    double seconds = clocks.offset() / NANOS;
    line(
        "clock of B minus clock of A",
        String.format(Locale.US, "%+.9f s, by %s", seconds, packets(clocks)));
    if (!clocks.bounded()) {
      line("bound", "unknown: all packets in both go the same way");
      return;
    }
    line(
        "bound",
        span(clocks.offsetBound()) + " in the middle, " + span(clocks.bound()) + " at the ends");
    line(
        "drift",
        String.format(
            Locale.US,
            "%+.2f ppm (%+.2f to %+.2f)",
            clocks.drift() * PPM,
            clocks.leastDrift() * PPM,
            clocks.mostDrift() * PPM));
    line(
        "round trip",
        clocks.isEven()
            ? span(clocks.roundTrip()) + " at least"
            : "the clocks do not run evenly: no line fits by " + span(-clocks.roundTrip()));
  }

  private static String packets(Clocks clocks) {
    return Counted.of(clocks.packets(), "packet");
  }

  private void line(String name, String value) {
    text.put("  ").put(String.format(Locale.US, "%-27s  ", name)).put(value).newline();
  }

  private static String span(double nanos) {
    return Quantities.duration(Math.round(Math.max(0, nanos)));
  }

  private void packets(PacketReport packets) {
    TextTable table = new TextTable("Packets").words("").number("A to B").number("B to A");
    row(table, false, "in both", packets.matched(Tap.A), packets.matched(Tap.B));
    for (PacketPlace each : PacketPlace.values()) {
      if (packets.at(each) > 0) {
        row(table, each.isLoss(), words(each), packets.at(each, Tap.A), packets.at(each, Tap.B));
      }
    }
    if (packets.sentAgain(Tap.A) + packets.sentAgain(Tap.B) > 0) {
      row(table, false, "retransmissions", packets.sentAgain(Tap.A), packets.sentAgain(Tap.B));
    }
    table.put(text, palette);
  }

  private static void row(TextTable table, boolean strikes, String name, long there, long back) {
    table.row(
        strikes,
        List.of(
            name,
            Quantities.cell(StatsTable.Unit.COUNT, there),
            Quantities.cell(StatsTable.Unit.COUNT, back)));
  }

  private void lost(List<LostPacket> all) {
    if (all.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("Lost or missing").words("").words("in").number("frame");
    table.words("way").number("QP or port").number("PSN or end").words("");
    for (LostPacket each : all.subList(0, Math.min(MOST_LOST, all.size()))) {
      table.row(
          each.place().isLoss(),
          List.of(
              each.place().isMissing()
                  ? words(each.place())
                  : each.place().label().replace('_', ' '),
              each.tap().name(),
              Long.toString(each.frame()),
              each.sender() == Tap.A ? "A to B" : "B to A",
              Integer.toString(each.number()),
              Long.toString(each.position()),
              each.tcp() ? "TCP" : Opcode.of(each.opcode()).text().replace("RDMA ", "")));
    }
    table.put(text, palette);
    if (all.size() > MOST_LOST) {
      text.put("  and ").putDecimal(all.size() - (long) MOST_LOST).put(" more, all with --json");
      text.newline();
    }
  }

  private void delays(PacketReport packets) {
    TextTable table = new TextTable("One-way delay").words("").number("packets");
    table.number("least").number("p50").number("p90").number("p99").number("longest");
    for (Tap each : Tap.values()) {
      OneWayDelays delays = packets.delays(each);
      if (delays.delays().count() > 0) {
        List<String> cells = new ArrayList<>();
        cells.add(each == Tap.A ? "A to B" : "B to A");
        cells.add(Quantities.cell(StatsTable.Unit.COUNT, delays.delays().count()));
        cells.add(signed(delays.least()));
        addPercentiles(cells, delays.delays());
        table.row(false, cells);
      }
    }
    if (!table.isEmpty()) {
      table.put(text, palette);
    }
  }

  private static String signed(long nanos) {
    return (nanos < 0 ? "-" : "") + Quantities.duration(Math.abs(nanos));
  }

  private static void addPercentiles(List<String> cells, Durations durations) {
    cells.add(Quantities.duration(durations.p50()));
    cells.add(Quantities.duration(durations.p90()));
    cells.add(Quantities.duration(durations.p99()));
    cells.add(Quantities.duration(durations.greatest()));
  }

  private void operations(List<OperationParts> all) {
    if (all.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("Where time went").words("").number("calls").words("");
    table.number("p50").number("p90").number("p99").number("longest");
    for (OperationParts each : all) {
      String calls = Quantities.cell(StatsTable.Unit.COUNT, each.latency().count());
      part(table, List.of(each.operation().operationInWords(), calls, "latency"), each.latency());
      part(table, List.of(each.operation().protocolInWords(), "", "server"), each.server());
      part(table, List.of("", "", "network"), each.network());
      if (each.client().greatest() > 0) {
        part(table, List.of("", "", "client"), each.client());
      }
    }
    table.put(text, palette);
  }

  private static void part(TextTable table, List<String> about, Durations durations) {
    List<String> cells = new ArrayList<>(about);
    addPercentiles(cells, durations);
    table.row(false, cells);
  }

  private void slowest(List<ExchangeParts> all) {
    if (all.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("Slowest").words("").words("xid").number("A frame");
    table.number("B frame").number("latency").number("server").number("network").number("client");
    for (ExchangeParts each : all) {
      table.row(
          false,
          List.of(
              each.operation().operationInWords(),
              Hex.of(each.xid()),
              Long.toString(each.frameInA()),
              Long.toString(each.frameInB()),
              signed(each.latency()),
              signed(each.server()),
              signed(each.network()),
              signed(each.client())));
    }
    table.put(text, palette);
  }

  private void remarks(EndsReport report) {
    List<String> remarks = new ArrayList<>();
    add(remarks, report.a().onlyHere(), "connection", "of RPC-over-RDMA only in A");
    add(remarks, report.b().onlyHere(), "connection", "of RPC-over-RDMA only in B");
    add(remarks, report.exchanges().incomplete(), "call", "without a reply in one of the captures");
    add(remarks, report.packets().early(), "packet", "placed early, because too many waited");
    add(remarks, report.packets().untracked(), "packet", "of flows beyond the limit not compared");
    if (report.exchanges().sampledOf() > 1) {
      remarks.add("one of " + report.exchanges().sampledOf() + " calls compared, by XID");
    }
    if (!remarks.isEmpty()) {
      text.newline().put(String.join("\n", remarks)).newline();
    }
  }
}
