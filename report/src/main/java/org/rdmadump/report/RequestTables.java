package org.rdmadump.report;

import static org.rdmadump.report.StatsTable.Unit.BYTES;
import static org.rdmadump.report.StatsTable.Unit.LABEL;
import static org.rdmadump.report.StatsTable.Unit.NANOS;
import static org.rdmadump.report.StatsTable.Unit.TIME;
import static org.rdmadump.report.StatsTable.Unit.WORDS;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.analysis.stats.ConnectionWithoutRpc;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.analysis.stats.RequestInterval;
import org.rdmadump.analysis.stats.SentBySide;
import org.rdmadump.analysis.stats.SentRequests;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.UpperProtocol;

/** The tables of what connections without RPC-over-RDMA carried. */
public final class RequestTables {
  private static final double SECOND = 1e9;

  private RequestTables() {}

  /**
   * {@return {@code c1} as commands on it have it; {@code r3} if messages or commands do not number
   * it}
   */
  public static String name(ConnectionWithoutRpc connection) {
    OptionalInt ofCommands = connection.record().index();
    return ofCommands.isPresent() ? "c" + ofCommands.getAsInt() : "r" + connection.number();
  }

  /** {@return requests of each kind, by side} */
  public static StatsTable<SentRequests> requests() {
    return new StatsTable<SentRequests>("rdma_request")
        .text("", WORDS, row -> name(row.side().connection()))
        .data("connection", row -> row.side().connection().number())
        .words("from", "from", row -> row.side().from())
        .words("kind", "", row -> row.kind().label())
        .count("requests", "requests", row -> row.tally().count())
        .bytes("bytes", "bytes", row -> row.tally().bytes())
        .data("requests_per_second", SentRequests::perSecond)
        .data("bytes_per_second", SentRequests::rate)
        .text("per second", BYTES, SentRequests::rate)
        .distribution("latency", "_ns", "", NANOS, row -> row.tally().latencies())
        .distribution("size", "_bytes", "size ", BYTES, row -> row.tally().sizes());
  }

  /** {@return NVMe commands by name} */
  public static StatsTable<NvmeStats> nvme() {
    return new StatsTable<NvmeStats>("nvme_operation")
        .words("set", "", row -> row.set().label())
        .words("operation", "", NvmeStats::operation)
        .count("commands", "commands", NvmeStats::count)
        .count("failed", "failed", NvmeStats::failed)
        .count("unanswered", "no response", NvmeStats::unanswered)
        .bytes("bytes", "bytes", NvmeStats::bytes)
        .distribution("latency", "_ns", "", NANOS, NvmeStats::latencies)
        .distribution("rdma", "_ns", "RDMA ", NANOS, NvmeStats::rdma)
        .striking(row -> row.failed() > 0);
  }

  /** {@return requests in parts of the time} */
  public static StatsTable<RequestInterval> intervals() {
    return new StatsTable<RequestInterval>("rdma_interval")
        .data("from_ns", RequestInterval::from)
        .text("from", TIME, RequestInterval::from)
        .data("length_ns", RequestInterval::nanos)
        .data("connection", row -> row.connection().number())
        .text("", WORDS, row -> name(row.connection()))
        .words("sender", "", row -> row.direction() == Direction.FORWARD ? "client" : "server")
        .count("requests", "requests", RequestInterval::requests)
        .bytes("bytes", "bytes", RequestInterval::bytes)
        .data("bytes_per_second", RequestTables::perSecond)
        .text("per second", BYTES, RequestTables::perSecond);
  }

  private static long perSecond(RequestInterval row) {
    return (long) (row.bytes() / (row.nanos() / SECOND));
  }

  /** {@return packets of each side; CSV has with them what is known of the connection} */
  public static StatsTable<SentBySide> sides() {
    StatsTable<SentBySide> table =
        new StatsTable<SentBySide>("rdma_connection")
            .text("", WORDS, side -> name(side.connection()))
            .csv("connection", side -> side.connection().number())
            .csv("transport", side -> side.record().transport().label())
            .csv("service", side -> side.record().service().label())
            .csv("recognised", side -> side.record().recognition().label())
            .csv("service_port", side -> side.record().servicePort())
            .csv("protocol", side -> side.record().protocol().map(UpperProtocol::name))
            .csv("protocol_evidence", side -> side.record().protocol().map(UpperProtocol::evidence))
            .csv("path_mtu", side -> side.record().pathMtu())
            .csv("setup_ns", side -> side.record().setupNanos())
            .csv("first_frame", side -> side.record().firstFrame())
            .csv("last_frame", side -> side.record().lastFrame())
            .csv("ended", side -> side.record().end().map(end -> end.how().label()))
            .csv("reason", side -> side.record().end().map(ConnectionEnd::reason))
            .csv("from", SentBySide::from)
            .text("from", WORDS, SentBySide::from)
            .csv("address", side -> side.endpoint().address().toString())
            .csv("number", side -> side.endpoint().number())
            .count("packets", "packets", side -> side.traffic().packets())
            .bytes("bytes", "bytes", side -> side.traffic().bytes())
            .data("duration_ns", SentBySide::nanos)
            .data("data_packets", side -> side.traffic().dataPackets())
            .data("mean_payload", SentBySide::meanPayload)
            .data("fill_percent", SentBySide::fill)
            .text("full", LABEL, side -> percent(side.fill()))
            .count("retransmitted", "sent again", side -> side.traffic().retransmitted())
            .data("retransmitted_bytes", side -> side.traffic().retransmittedBytes());
    return table
        .count("duplicates", "dupl.", side -> side.where(true, side.traffic().duplicates()))
        .data("timeouts", side -> side.where(true, side.traffic().timeouts()))
        .json("bursts", side -> bursts(side.traffic()))
        .csv("bursts", side -> sum(bursts(side.traffic())))
        .count("out_of_order", "early", side -> side.traffic().outOfOrder())
        .data("missing_bytes", side -> side.where(false, side.traffic().missingBytes()))
        .csv("naks", side -> sum(side.traffic().refusals()))
        .json("naks", side -> side.traffic().refusals())
        .count("rnr_naks", "RNR", side -> side.traffic().notReadyCount())
        .count("cnps", "CNP", side -> side.traffic().congestionNotifications())
        .count("ecn_marks", "ECN", side -> side.traffic().congestionMarks())
        .count("least_credits", "credits", SentBySide::leastCredits)
        .data("without_credits", SentBySide::withoutCredits)
        .csv("commands_connection", side -> side.record().index())
        .text("causes", WORDS, side -> bursts(side.traffic()))
        .text("NAKs", WORDS, side -> side.traffic().refusals())
        .striking(
            side -> side.traffic().retransmitted() > 0 || !side.traffic().refusals().isEmpty());
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** {@return how often a side began to send again, by the labels of the causes} */
  public static Map<String, Long> bursts(TrafficCounters sent) {
    Map<String, Long> counts = new LinkedHashMap<>();
    sent.bursts().forEach((cause, count) -> counts.put(cause.label(), count));
    return counts;
  }

  private static String percent(OptionalLong share) {
    return share.isPresent() ? share.getAsLong() + "%" : "-";
  }
}
