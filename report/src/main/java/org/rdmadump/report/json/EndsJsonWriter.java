package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.ends.Clocks;
import org.rdmadump.analysis.ends.EndsReport;
import org.rdmadump.analysis.ends.EndsWriter;
import org.rdmadump.analysis.ends.ExchangeParts;
import org.rdmadump.analysis.ends.ExchangeReport;
import org.rdmadump.analysis.ends.LostPacket;
import org.rdmadump.analysis.ends.OperationParts;
import org.rdmadump.analysis.ends.PacketPlace;
import org.rdmadump.analysis.ends.PacketReport;
import org.rdmadump.analysis.ends.Tap;
import org.rdmadump.analysis.ends.TapReport;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.finding.Hex;
import org.rdmadump.ib.Opcode;
import org.rdmadump.net.IpAddress;

/** Prints two captures of the same traffic as JSON objects, one on a line, or all in one array. */
public final class EndsJsonWriter implements EndsWriter {
  private static final double PPM = 1e6;

  private final JsonOutput out;
  private final boolean onlyDifferences;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   * @param onlyDifferences leave out records of exchanges
   */
  public EndsJsonWriter(OutputStream target, boolean array, boolean onlyDifferences) {
    this.out = new JsonOutput(target, array);
    this.onlyDifferences = onlyDifferences;
  }

  @Override
  public void write(EndsReport report) throws IOException {
    out.begin();
    for (LostPacket each : report.packets().lost()) {
      lost(each);
    }
    if (!onlyDifferences) {
      for (OperationParts each : report.exchanges().operations()) {
        operation(each);
      }
      for (ExchangeParts each : report.exchanges().slowest()) {
        exchange(each);
      }
    }
    out.beginRecord("ends");
    tap("a", report.a());
    tap("b", report.b());
    out.put("translated_addresses", report.translated());
    clocks(report.clocks());
    packets(report.packets());
    exchanges(report.exchanges());
    out.endRecord();
    out.end();
  }

  private void lost(LostPacket packet) throws IOException {
    out.beginRecord("ends_packet");
    out.putLabel("place", packet.place().label());
    out.putLabel("capture", label(packet.tap()));
    out.put("frame", packet.frame());
    out.putLabel("sender", label(packet.sender()));
    out.put("time_ns", packet.nanos());
    out.put("source", packet.source().toString());
    out.put("destination", packet.destination().toString());
    if (packet.tcp()) {
      out.put("destination_port", packet.number());
      out.put("sequence_end", packet.position());
    } else {
      out.put("destination_qp", packet.number());
      out.put("psn", packet.position());
      out.put("opcode", Opcode.of(packet.opcode()).text());
    }
    out.endRecord();
  }

  private static String label(Tap tap) {
    return tap.name().toLowerCase(Locale.ROOT);
  }

  private void operation(OperationParts parts) throws IOException {
    out.beginRecord("ends_operation");
    out.put("protocol", parts.operation().protocol());
    out.put("op", parts.operation().operation());
    out.put("calls", parts.latency().count());
    durations("latency", parts.latency());
    durations("server", parts.server());
    durations("network", parts.network());
    durations("client", parts.client());
    out.endRecord();
  }

  private void durations(String name, Durations durations) {
    out.beginObject(name);
    out.put("min_ns", durations.least());
    out.put("p50_ns", durations.p50());
    out.put("p90_ns", durations.p90());
    out.put("p99_ns", durations.p99());
    out.put("max_ns", durations.greatest());
    out.endObject();
  }

  private void exchange(ExchangeParts parts) throws IOException {
    out.beginRecord("ends_exchange");
    out.put("protocol", parts.operation().protocol());
    out.put("op", parts.operation().operation());
    out.put("xid", Hex.of(parts.xid()));
    out.put("frame_a", parts.frameInA());
    out.put("frame_b", parts.frameInB());
    out.put("latency_ns", parts.latency());
    out.put("server_ns", parts.server());
    out.put("network_ns", parts.network());
    out.put("client_ns", parts.client());
    out.endRecord();
  }

  private void tap(String name, TapReport tap) {
    out.beginObject(name);
    out.put("files", tap.files());
    out.put("whole", tap.whole());
    out.put("frames", tap.summary().frames());
    out.put("calls", tap.summary().calls());
    out.put("replies", tap.summary().replies());
    out.put("duration_ns", tap.summary().lastNanos() - tap.summary().firstNanos());
    List<String> hosts = tap.hosts().stream().map(IpAddress::toString).toList();
    out.put("hosts", hosts);
    if (tap.snapLength() > 0) {
      out.put("snap_length", tap.snapLength());
    }
    out.put("dropped", tap.dropped());
    out.put("connections_only_here", tap.onlyHere());
    out.endObject();
  }

  private void clocks(Clocks clocks) {
    out.beginObject("clocks");
    out.put("base_ns", clocks.base());
    out.put("offset_ns", clocks.offset());
    out.put("packets", clocks.packets());
    if (clocks.bounded()) {
      out.put("offset_bound_ns", Math.round(clocks.offsetBound()));
      out.put("bound_ns", Math.round(clocks.bound()));
      out.put("round_trip_ns", Math.round(clocks.roundTrip()));
      out.put("drift_ppm", clocks.drift() * PPM);
      out.put("least_drift_ppm", clocks.leastDrift() * PPM);
      out.put("most_drift_ppm", clocks.mostDrift() * PPM);
    }
    out.put("even", clocks.isEven());
    out.endObject();
  }

  private void packets(PacketReport packets) {
    out.beginObject("packets");
    for (Tap sender : Tap.values()) {
      out.beginObject(sender == Tap.A ? "a_to_b" : "b_to_a");
      out.put("both", packets.matched(sender));
      out.put("sent_again", packets.sentAgain(sender));
      for (PacketPlace each : PacketPlace.values()) {
        out.put(each.label(), packets.at(each, sender));
      }
      if (packets.delays(sender).delays().count() > 0) {
        out.put("least_delay_ns", packets.delays(sender).least());
        durations("delay", packets.delays(sender).delays());
      }
      out.endObject();
    }
    out.put("one_sided_flows", packets.oneSided());
    out.put("placed_early", packets.early());
    out.put("untracked", packets.untracked());
    out.endObject();
  }

  private void exchanges(ExchangeReport exchanges) {
    out.beginObject("exchanges");
    out.put("both", exchanges.matched());
    out.put("incomplete", exchanges.incomplete());
    out.put("only_a", exchanges.onlyInA());
    out.put("only_b", exchanges.onlyInB());
    out.put("sampled_of", exchanges.sampledOf());
    out.endObject();
  }
}
