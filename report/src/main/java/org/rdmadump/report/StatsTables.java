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
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.stats.CompoundOperationStats;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.analysis.stats.FileStats;
import org.rdmadump.analysis.stats.FileUse;
import org.rdmadump.analysis.stats.IntervalStats;
import org.rdmadump.analysis.stats.Intervals;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.SlowCall;
import org.rdmadump.analysis.stats.TransferStats;
import org.rdmadump.finding.Hex;
import org.rdmadump.nfs.FilePath;
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
      return traffic().lastNanos() - traffic().firstNanos();
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
    StatsTable<Side> table = new StatsTable<>("connection");
    Function<Side, Object> from = side -> side.isClient() ? "client" : "server";
    table
        .text("", WORDS, side -> name(side.connection()))
        .csv("connection", side -> side.connection().index())
        .csv("transport", side -> side.connection().transport().label())
        .csv("recognised", side -> side.connection().recognition().label())
        .csv("from", from)
        .text("from", WORDS, from)
        .csv("address", side -> side.endpoint().address().toString())
        .csv("number", side -> side.endpoint().number().orElse(0))
        .csv("calls", StatsTables::calls)
        .csv("replies", StatsTables::replies)
        .count("packets", "packets", side -> side.traffic().packets())
        .bytes("bytes", "bytes", side -> side.traffic().bytes())
        .data("duration_ns", Side::nanos)
        .text("per second", BYTES, Side::rate)
        .count("retransmitted", "sent again", side -> side.traffic().retransmitted())
        .data("retransmitted_bytes", side -> side.traffic().retransmittedBytes())
        .count("duplicates", "dupl.", side -> side.where(true, side.traffic().duplicates()))
        .count("timeouts", "time-outs", side -> side.where(true, side.traffic().timeouts()))
        .count("out_of_order", "early", side -> side.traffic().outOfOrder())
        .bytes("missing_bytes", "missing", side -> side.where(false, side.traffic().missingBytes()))
        .csv("naks", side -> sum(side.traffic().refusals()))
        .json("naks", side -> side.traffic().refusals())
        .count("rnr_naks", "RNR", side -> side.traffic().notReadyCount())
        .count("cnps", "CNP", side -> side.traffic().congestionNotifications())
        .durations("ack", "ACK ", /* withP90= */ false, Side::acknowledgements)
        .text("NAKs", WORDS, side -> side.traffic().refusals())
        .csv("ended", side -> side.connection().end().map(end -> end.how().label()))
        .csv("credits_asked", side -> side.credits().asked())
        .csv("credits_granted", side -> side.granted(CreditUse::granted))
        .csv("credits_least_granted", side -> side.granted(CreditUse::leastGranted))
        .csv("credits_most_granted", side -> side.granted(CreditUse::mostGranted))
        .csv("calls_most_in_flight", side -> side.credits().mostInFlight())
        .csv("inline_threshold", side -> side.connection().inlineThreshold(side.direction()))
        .csv("remote_invalidation", StatsTables::remoteInvalidation);
    return table.striking(
        side -> side.traffic().retransmitted() > 0 || !side.traffic().refusals().isEmpty());
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
    StatsTable<OperationStats> table = new StatsTable<>("operation");
    table
        .words("protocol", "", each -> each.key().protocol())
        .words("op", "", each -> each.key().operation())
        .json("procedure_name", StatsTables::procedure)
        .data("calls", OperationStats::calls)
        .text("calls", COUNT, OperationStats::calls)
        .textIfAny("again", OperationStats::sentAgain)
        .count("replies", "replies", OperationStats::replies)
        .count("failed", "failed", OperationStats::failed)
        .json("sent_again", OperationStats::sentAgain)
        .json("errors", OperationStats::errors)
        .durations("latency", "", /* withP90= */ true, OperationStats::latency)
        .bytes("call_bytes", "call bytes", OperationStats::callBytes)
        .bytes("reply_bytes", "reply bytes", OperationStats::replyBytes)
        .moved(OperationStats::bytes)
        .data("read_chunks", OperationStats::readChunks)
        .data("write_chunks", OperationStats::writeChunks)
        .data("reply_chunks", OperationStats::replyChunks)
        .text("chunks R/W/r", LABEL, StatsTables::chunks)
        .count("segments", "segments", OperationStats::segments)
        .csv("sent_again", OperationStats::sentAgain)
        .csv("errors", each -> counts(each.errors(), "; "))
        .text("errors", WORDS, OperationStats::errors);
    return table.striking(each -> each.failed() > 0);
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
    return new StatsTable<CompoundOperationStats>("compound_operation")
        .words("protocol", "", CompoundOperationStats::protocol)
        .words("op", "", CompoundOperationStats::operation)
        .count("asked", "asked", CompoundOperationStats::count)
        .count("executed", "executed", CompoundOperationStats::executed)
        .count("failed", "failed", CompoundOperationStats::failed)
        .striking(each -> each.failed() > 0);
  }

  /** {@return RDMA operations of each kind} */
  public static StatsTable<TransferStats> transfers() {
    return new StatsTable<TransferStats>("rdma")
        .words("kind", "", each -> each.kind().label())
        .count("operations", "operations", each -> each.packets().times())
        .bytes("bytes", "bytes", TransferStats::bytes)
        .count("segments", "segments", each -> each.perSegment().times())
        .text("per segment", HUNDREDTHS, each -> each.perSegment().meanHundredths())
        .count("most_per_segment", "max", each -> each.perSegment().most())
        .count("packets", "packets", each -> each.packets().sum())
        .text("per operation", HUNDREDTHS, each -> each.packets().meanHundredths())
        .count("most_packets", "max", each -> each.packets().most())
        .count("most_in_flight", "in flight", TransferStats::mostInFlight)
        .durations("duration", "", /* withP90= */ false, TransferStats::duration);
  }

  /**
   * {@return what was done with files}
   *
   * @param record what CSV and JSON call one
   * @param use those that are listed
   */
  public static StatsTable<FileStats> files(String record, FileUse use) {
    StatsTable<FileStats> table =
        new StatsTable<FileStats>(record)
            .data("server", FileStats::server)
            .data("path", each -> each.path().text())
            .count("calls", "calls", FileStats::calls)
            .count("failed", "failed", FileStats::failed)
            .bytes("read_bytes", "read", FileStats::readBytes)
            .bytes("written_bytes", "written", FileStats::writtenBytes)
            .durations("latency", "", /* withP90= */ false, FileStats::latency);
    if (use.isOfManyServers()) {
      table.text("server", WORDS, FileStats::server);
    }
    return table
        .text("path", WORDS, each -> visible(each.path().text()))
        .striking(each -> each.failed() > 0);
  }

  private static String visible(String path) {
    boolean isWhole = !path.startsWith(FilePath.UNKNOWN_ABOVE);
    AsciiBuffer text = new AsciiBuffer();
    text.putText(
        isWhole ? path : path.substring(FilePath.UNKNOWN_ABOVE.length()), FilePath.LONGEST);
    return isWhole ? text.toString() : FilePath.UNKNOWN_ABOVE + text;
  }

  /**
   * {@return what was done with the files that are not listed}
   *
   * @param record what CSV and JSON call it
   */
  public static StatsTable<FileUse> moreFiles(String record) {
    return new StatsTable<FileUse>(record)
        .data("count", FileUse::others)
        .data("calls", FileUse::otherCalls)
        .data("read_bytes", FileUse::otherReadBytes)
        .data("written_bytes", FileUse::otherWrittenBytes);
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
        .words("protocol", "", call -> call.key().protocol())
        .words("op", "", call -> call.key().operation())
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
        .data("latency_mean_ns", row -> row.stats().latencyMean())
        .text("mean", NANOS, row -> ifReplied(row, row.stats().latencyMean()))
        .data("latency_max_ns", row -> row.stats().latencyMost())
        .text("max", NANOS, row -> ifReplied(row, row.stats().latencyMost()))
        .moved((row, movedBy) -> row.stats().bytes(movedBy))
        .count("packets", "packets", row -> row.stats().packets())
        .bytes("packet_bytes", "bytes", row -> row.stats().packetBytes())
        .count("retransmitted", "sent again", row -> row.stats().retransmitted())
        .count("credits_granted", "credits", row -> row.stats().granted())
        .count("most_in_flight", "in flight", row -> row.stats().mostInFlight())
        .striking(row -> row.stats().failed() > 0 || row.stats().retransmitted() > 0);
  }

  private static OptionalLong ifReplied(IntervalRow row, long nanos) {
    return row.stats().replies() > 0 ? OptionalLong.of(nanos) : OptionalLong.empty();
  }
}
