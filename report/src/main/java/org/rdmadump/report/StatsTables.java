package org.rdmadump.report;

import static org.rdmadump.report.StatsTable.Unit.BYTES;
import static org.rdmadump.report.StatsTable.Unit.COUNT;
import static org.rdmadump.report.StatsTable.Unit.HUNDREDTHS;
import static org.rdmadump.report.StatsTable.Unit.LABEL;
import static org.rdmadump.report.StatsTable.Unit.NANOS;
import static org.rdmadump.report.StatsTable.Unit.TIME;
import static org.rdmadump.report.StatsTable.Unit.WORDS;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.stats.CompoundOperationStats;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.analysis.stats.IntervalStats;
import org.rdmadump.analysis.stats.Intervals;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.SlowCall;
import org.rdmadump.analysis.stats.TransferStats;
import org.rdmadump.finding.Hex;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/** The tables of statistics that text, CSV and JSON show. */
public final class StatsTables {
  private StatsTables() {}

  /**
   * What one side of a connection sent.
   *
   * @param direction forward of the client, backward of the server
   */
  public record Side(ConnectionStats stats, Direction direction) {
    /** {@return both sides of some connections} */
    public static List<Side> of(List<ConnectionStats> connections) {
      List<Side> sides = new ArrayList<>();
      for (ConnectionStats each : connections) {
        for (Direction direction : Direction.values()) {
          sides.add(new Side(each, direction));
        }
      }
      return sides;
    }

    private ConnectionRecord connection() {
      return stats.record();
    }

    private boolean isClient() {
      return direction == Direction.FORWARD;
    }

    private Endpoint endpoint() {
      return isClient() ? connection().client() : connection().server();
    }

    private TrafficCounters traffic() {
      return connection().traffic(direction);
    }

    private long nanos() {
      return traffic().durationNanos();
    }

    private Durations acknowledgements() {
      return stats.acknowledgements(direction);
    }

    private CreditUse credits() {
      return connection().credits(direction);
    }

    /** A number that its transport counts if its packets are numbered, or only if they are not. */
    private OptionalLong where(boolean numbered, long count) {
      boolean isCounted = connection().transport().hasPacketNumbers() == numbered;
      return isCounted ? OptionalLong.of(count) : OptionalLong.empty();
    }

    /** Bytes a second. */
    private OptionalLong rate() {
      return nanos() <= 0
          ? OptionalLong.empty()
          : OptionalLong.of((long) (traffic().bytes() / ((double) nanos() / SECOND)));
    }

    /** Credits of a kind, if any were granted. */
    private OptionalLong granted(ToLongFunction<CreditUse> which) {
      return credits().isGrantSeen()
          ? OptionalLong.of(which.applyAsLong(credits()))
          : OptionalLong.empty();
    }
  }

  /**
   * A row of a part of the time.
   *
   * @param from when it began, in nanoseconds since the first frame
   * @param nanos how long it was
   */
  public record IntervalRow(long from, long nanos, IntervalStats stats) {
    /** {@return the rows of all parts, in order} */
    public static List<IntervalRow> of(Intervals intervals) {
      List<IntervalRow> rows = new ArrayList<>();
      for (long from : intervals.beginnings()) {
        for (IntervalStats each : intervals.rows(from)) {
          rows.add(new IntervalRow(from, intervals.nanos(), each));
        }
      }
      return rows;
    }
  }

  private static final long SECOND = 1_000_000_000L;

  /** {@return {@code c3}, {@code -} of one that carried no message} */
  public static String name(ConnectionRecord connection) {
    return connection.index().isPresent() ? "c" + connection.index().getAsInt() : "-";
  }

  /** {@return packets, by side of a connection; JSON has them inside of connections} */
  public static StatsTable<Side> sides() {
    return new StatsTable<Side>("connection", StatsTables::of)
        .text("", WORDS, "name")
        .csv("connection")
        .csv("transport")
        .csv("recognised")
        .csv("from")
        .text("from", WORDS, "from")
        .csv("address")
        .csv("number")
        .csv("calls")
        .csv("replies")
        .count("packets", "packets")
        .bytes("bytes", "bytes")
        .data("duration_ns")
        .text("per second", BYTES, "rate")
        .count("retransmitted", "retrans.")
        .data("retransmitted_bytes")
        .count("duplicates", "dupl.")
        .count("timeouts", "timeouts")
        .count("out_of_order", "early")
        .bytes("missing_bytes", "missing")
        .csv("naks")
        .json("naks", side -> side.traffic().refusals())
        .count("rnr_naks", "RNR")
        .count("cnps", "CNP")
        .durations("ack", "ACK ", /* withP90= */ false)
        .text("NAKs", WORDS, "refusals")
        .csv("ended")
        .csv("credits_asked")
        .csv("credits_granted")
        .csv("credits_least_granted")
        .csv("credits_most_granted")
        .csv("calls_most_in_flight")
        .csv("inline_threshold")
        .csv("remote_invalidation")
        .striking(
            side -> side.traffic().retransmitted() > 0 || !side.traffic().refusals().isEmpty());
  }

  private static Object of(Side side, String name) {
    ConnectionRecord connection = side.connection();
    TrafficCounters traffic = side.traffic();
    return switch (name) {
      case "name" -> name(connection);
      case "connection" -> connection.index();
      case "transport" -> connection.transport().label();
      case "recognised" -> connection.recognition().label();
      case "from" -> side.isClient() ? "client" : "server";
      case "address" -> side.endpoint().address().toString();
      case "number" -> side.endpoint().number().orElse(0);
      case "calls" -> calls(side);
      case "replies" -> replies(side);
      case "packets" -> traffic.packets();
      case "bytes" -> traffic.bytes();
      case "duration_ns" -> side.nanos();
      case "rate" -> side.rate();
      case "retransmitted" -> traffic.retransmitted();
      case "retransmitted_bytes" -> traffic.retransmittedBytes();
      case "duplicates" -> side.where(true, traffic.duplicates());
      case "timeouts" -> side.where(true, traffic.timeouts());
      case "out_of_order" -> traffic.outOfOrder();
      case "missing_bytes" -> side.where(false, traffic.missingBytes());
      case "naks" -> sum(traffic.refusals());
      case "refusals" -> traffic.refusals();
      case "rnr_naks" -> traffic.notReadyCount();
      case "cnps" -> traffic.congestionNotifications();
      case "ack" -> side.acknowledgements();
      default -> ofMeeting(side, name);
    };
  }

  /** What both sides said, and how it ended. */
  private static Object ofMeeting(Side side, String name) {
    return switch (name) {
      case "ended" -> side.connection().end().map(end -> end.how().label());
      case "credits_asked" -> side.credits().asked();
      case "credits_granted" -> side.granted(CreditUse::granted);
      case "credits_least_granted" -> side.granted(CreditUse::leastGranted);
      case "credits_most_granted" -> side.granted(CreditUse::mostGranted);
      case "calls_most_in_flight" -> side.credits().mostInFlight();
      case "inline_threshold" -> side.connection().inlineThreshold(side.direction());
      case "remote_invalidation" -> remoteInvalidation(side);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static long calls(Side side) {
    return side.isClient() ? side.connection().calls() : side.connection().callbacks();
  }

  private static long replies(Side side) {
    return side.isClient() ? side.connection().callbackReplies() : side.connection().replies();
  }

  private static Optional<String> remoteInvalidation(Side side) {
    return side.connection()
        .said(side.direction())
        .map(RpcRdmaPrivateMessage::remoteInvalidation)
        .map(String::valueOf);
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** {@return calls of each kind} */
  public static StatsTable<OperationStats> operations() {
    return new StatsTable<OperationStats>("operation", StatsTables::of)
        .data("protocol")
        .text("", WORDS, "protocol in words")
        .data("op")
        .text("", WORDS, "op in words")
        .json("procedure_name")
        .data("calls")
        .text("calls", COUNT, "calls")
        .textIfAny("retrans.", OperationStats::sentAgain)
        .count("replies", "replies")
        .count("failed", "failed")
        .json("sent_again")
        .json("errors")
        .durations("latency", "", /* withP90= */ true)
        .bytes("call_bytes", "call bytes")
        .bytes("reply_bytes", "reply bytes")
        .moved(OperationStats::bytes)
        .data("read_chunks")
        .data("write_chunks")
        .data("reply_chunks")
        .text("chunks R/W/r", LABEL, "chunks")
        .count("segments", "segments")
        .csv("sent_again")
        .csv("errors", each -> counts(each.errors(), "; "))
        .text("errors", WORDS, "errors")
        .striking(each -> each.failed() > 0);
  }

  private static Object of(OperationStats stats, String name) {
    return switch (name) {
      case "protocol" -> stats.key().protocol();
      case "protocol in words" -> stats.key().protocolInWords();
      case "op" -> stats.key().operation();
      case "op in words" -> stats.key().operationInWords();
      case "procedure_name" -> procedure(stats);
      case "calls" -> stats.calls();
      case "replies" -> stats.replies();
      case "failed" -> stats.failed();
      case "sent_again" -> stats.sentAgain();
      case "errors" -> stats.errors();
      case "latency" -> stats.latency();
      case "call_bytes" -> stats.callBytes();
      case "reply_bytes" -> stats.replyBytes();
      case "read_chunks" -> stats.readChunks();
      case "write_chunks" -> stats.writeChunks();
      case "reply_chunks" -> stats.replyChunks();
      case "chunks" -> chunks(stats);
      case "segments" -> stats.segments();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Optional<String> procedure(OperationStats stats) {
    return stats.key().mainOperation().isEmpty()
        ? Optional.empty()
        : Optional.of(stats.key().procedure());
  }

  private static String chunks(OperationStats stats) {
    return stats.readChunks() + "/" + stats.writeChunks() + "/" + stats.replyChunks();
  }

  /** {@return names with their counts, and what separates one from the next between them} */
  public static String counts(Map<?, ?> counts, String separator) {
    List<String> some = new ArrayList<>(counts.size());
    counts.forEach((name, count) -> some.add(name + " " + count));
    return String.join(separator, some);
  }

  /** {@return operations inside of compounds} */
  public static StatsTable<CompoundOperationStats> compounds() {
    return new StatsTable<CompoundOperationStats>("compound_operation", StatsTables::of)
        .words("protocol", "")
        .words("op", "")
        .count("asked", "asked")
        .count("executed", "executed")
        .count("failed", "failed")
        .striking(each -> each.failed() > 0);
  }

  private static Object of(CompoundOperationStats stats, String name) {
    return switch (name) {
      case "protocol" -> stats.protocol();
      case "op" -> stats.operation();
      case "asked" -> stats.count();
      case "executed" -> stats.executed();
      case "failed" -> stats.failed();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** {@return RDMA operations of each kind} */
  public static StatsTable<TransferStats> transfers() {
    return new StatsTable<TransferStats>("rdma", StatsTables::of)
        .words("kind", "")
        .count("operations", "operations")
        .bytes("bytes", "bytes")
        .count("segments", "segments")
        .text("per segment", HUNDREDTHS, "per_segment")
        .count("most_per_segment", "max")
        .count("packets", "packets")
        .text("per operation", HUNDREDTHS, "per_operation")
        .count("most_packets", "max")
        .count("most_in_flight", "in flight")
        .durations("duration", "", /* withP90= */ false);
  }

  private static Object of(TransferStats stats, String name) {
    return switch (name) {
      case "kind" -> stats.kind().label();
      case "operations" -> stats.packets().times();
      case "bytes" -> stats.bytes();
      case "segments" -> stats.perSegment().times();
      case "per_segment" -> stats.perSegment().meanHundredths();
      case "most_per_segment" -> stats.perSegment().most();
      case "packets" -> stats.packets().sum();
      case "per_operation" -> stats.packets().meanHundredths();
      case "most_packets" -> stats.packets().most();
      case "most_in_flight" -> stats.mostInFlight();
      case "duration" -> stats.duration();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** {@return the calls that took longest} */
  public static StatsTable<SlowCall> slowest() {
    return new StatsTable<SlowCall>("slow_call")
        .data("number", SlowCall::number)
        .text("", LABEL, call -> "#" + call.number())
        .text("", WORDS, call -> "c" + call.connection())
        .count("call_frame", "frame", SlowCall::callFrame)
        .count("reply_frame", "reply", SlowCall::replyFrame)
        .data("connection", SlowCall::connection)
        .words("xid", "XID", call -> Hex.of(call.xid()))
        .data("protocol", call -> call.key().protocol())
        .text("", WORDS, call -> call.key().protocolInWords())
        .data("op", call -> call.key().operation())
        .text("", WORDS, call -> call.key().operationInWords())
        .json("latency_ns", SlowCall::latency)
        .nanos("latency_ns", "latency", SlowCall::latency)
        .json("timing", call -> call.timing().map(StatsTables::members))
        .nanos("to_first_rdma_ns", "to RDMA", call -> call.timing().map(RdmaTiming::toFirstRdma))
        .nanos("rdma_ns", "RDMA", call -> call.timing().map(RdmaTiming::rdma))
        .nanos("to_reply_ns", "to reply", call -> call.timing().map(RdmaTiming::toReply))
        .words("about", "about", SlowCall::about);
  }

  /** {@return the parts of a latency, by their names} */
  static Map<String, Long> members(RdmaTiming timing) {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("to_first_rdma_ns", timing.toFirstRdma());
    all.put("rdma_ns", timing.rdma());
    all.put("to_reply_ns", timing.toReply());
    return all;
  }

  /** {@return what happened in parts of the time} */
  public static StatsTable<IntervalRow> intervals() {
    return new StatsTable<IntervalRow>("interval")
        .data("from_ns", IntervalRow::from)
        .text("from", TIME, IntervalRow::from)
        .data("length_ns", IntervalRow::nanos)
        .data("connection", row -> row.stats().connection())
        .text("", WORDS, row -> "c" + row.stats().connection())
        .count("calls", "calls", row -> row.stats().calls())
        .count("replies", "replies", row -> row.stats().replies())
        .count("failed", "failed", row -> row.stats().failed())
        .data("latency_mean_ns", row -> zeroIfSilent(row, row.stats().latencyMean()))
        .text("mean", NANOS, row -> row.stats().latencyMean())
        .data("latency_max_ns", row -> zeroIfSilent(row, row.stats().latencyMost()))
        .text("max", NANOS, row -> row.stats().latencyMost())
        .moved((row, movedBy) -> row.stats().bytes(movedBy))
        .count("packets", "packets", row -> row.stats().packets())
        .bytes("packet_bytes", "bytes", row -> row.stats().packetBytes())
        .count("retransmitted", "retrans.", row -> row.stats().retransmitted())
        .count("credits_granted", "credits", row -> row.stats().granted())
        .count("most_in_flight", "in flight", row -> row.stats().mostInFlight())
        .striking(row -> row.stats().failed() > 0 || row.stats().retransmitted() > 0);
  }

  /** Rows without a reply can be plotted as they are; a reply without a latency is none of 0 ns. */
  private static OptionalLong zeroIfSilent(IntervalRow row, OptionalLong latency) {
    return row.stats().replies() == 0 ? OptionalLong.of(0) : latency;
  }
}
