package org.rdmadump.report;

import static org.rdmadump.report.StatsTable.Unit.BYTES;
import static org.rdmadump.report.StatsTable.Unit.LABEL;
import static org.rdmadump.report.StatsTable.Unit.NANOS;
import static org.rdmadump.report.StatsTable.Unit.TIME;
import static org.rdmadump.report.StatsTable.Unit.WORDS;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.analysis.stats.ConnectionWithoutRpc;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.analysis.stats.RequestInterval;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.RequestTally;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.UpperProtocol;

/** The tables of what connections without RPC-over-RDMA carried. */
public final class RequestTables {
  private static final double SECOND = 1e9;
  private static final long PERCENT = 100;

  private RequestTables() {}

  /**
   * What one side of such a connection sent.
   *
   * @param direction forward of the client, backward of the server
   */
  public record Side(ConnectionWithoutRpc connection, Direction direction) {
    /** {@return the sides of some connections that sent anything} */
    public static List<Side> of(List<ConnectionWithoutRpc> connections) {
      List<Side> sides = new ArrayList<>();
      for (ConnectionWithoutRpc each : connections) {
        for (Direction direction : Direction.values()) {
          if (each.record().traffic(direction).packets() > 0) {
            sides.add(new Side(each, direction));
          }
        }
      }
      return sides;
    }

    private ConnectionRecord record() {
      return connection.record();
    }

    private String from() {
      return direction == Direction.FORWARD ? "client" : "server";
    }

    private Endpoint endpoint() {
      return direction == Direction.FORWARD ? record().client() : record().server();
    }

    private TrafficCounters traffic() {
      return record().traffic(direction);
    }

    private long nanos() {
      return traffic().lastNanos() - traffic().firstNanos();
    }

    private OptionalLong meanPayload() {
      long packets = traffic().dataPackets();
      return packets == 0 ? OptionalLong.empty() : OptionalLong.of(traffic().bytes() / packets);
    }

    /** How full packets with payload are, in percent of the path MTU. */
    private OptionalLong fill() {
      if (meanPayload().isEmpty() || record().pathMtu().isEmpty()) {
        return OptionalLong.empty();
      }
      long most = traffic().dataPackets() * record().pathMtu().getAsInt();
      return OptionalLong.of(PERCENT * traffic().bytes() / most);
    }

    private OptionalLong leastCredits() {
      return record().requestCounters(direction).stream()
          .flatMapToInt(counters -> counters.leastCredits().stream())
          .asLongStream()
          .findFirst();
    }

    private long withoutCredits() {
      return record().requestCounters(direction).map(RequestCounters::withoutCredits).orElse(0L);
    }

    private OptionalLong where(boolean numbered, long count) {
      boolean isCounted = record().transport().hasPacketNumbers() == numbered;
      return isCounted ? OptionalLong.of(count) : OptionalLong.empty();
    }
  }

  /** The requests of one kind that a side sent. */
  public record Requests(Side side, RequestKind kind, RequestTally tally) {
    /** {@return all kinds of both sides of some connections} */
    public static List<Requests> of(List<ConnectionWithoutRpc> connections) {
      List<Requests> rows = new ArrayList<>();
      for (ConnectionWithoutRpc each : connections) {
        for (Direction direction : Direction.values()) {
          each.record()
              .requests(direction)
              .forEach(
                  (kind, tally) -> rows.add(new Requests(new Side(each, direction), kind, tally)));
        }
      }
      return rows;
    }

    private OptionalLong rate() {
      return rate(tally.bytes());
    }

    private OptionalLong perSecond() {
      return rate(tally.count());
    }

    /** By the time in which the connection was at work, in either direction. */
    private OptionalLong rate(long of) {
      TrafficCounters one = side.record().traffic(Direction.FORWARD);
      TrafficCounters other = side.record().traffic(Direction.BACKWARD);
      long from =
          one.packets() == 0
              ? other.firstNanos()
              : other.packets() == 0
                  ? one.firstNanos()
                  : Math.min(one.firstNanos(), other.firstNanos());
      long nanos = Math.max(one.lastNanos(), other.lastNanos()) - from;
      return nanos <= 0 ? OptionalLong.empty() : OptionalLong.of((long) (of / (nanos / SECOND)));
    }
  }

  /**
   * {@return {@code c1} as commands on it have it; {@code r3} if messages or commands do not number
   * it}
   */
  public static String name(ConnectionWithoutRpc connection) {
    OptionalInt ofCommands = connection.record().index();
    return ofCommands.isPresent() ? "c" + ofCommands.getAsInt() : "r" + connection.number();
  }

  /** {@return requests of each kind, by side} */
  public static StatsTable<Requests> requests() {
    return new StatsTable<Requests>("rdma_request")
        .text("", WORDS, row -> name(row.side().connection()))
        .data("connection", row -> row.side().connection().number())
        .words("from", "from", row -> row.side().from())
        .words("kind", "", row -> row.kind().label())
        .count("requests", "requests", row -> row.tally().count())
        .bytes("bytes", "bytes", row -> row.tally().bytes())
        .data("requests_per_second", Requests::perSecond)
        .data("bytes_per_second", Requests::rate)
        .text("per second", BYTES, Requests::rate)
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
  public static StatsTable<Side> sides() {
    StatsTable<Side> table =
        new StatsTable<Side>("rdma_connection")
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
            .csv("from", Side::from)
            .text("from", WORDS, Side::from)
            .csv("address", side -> side.endpoint().address().toString())
            .csv("number", side -> side.endpoint().number())
            .count("packets", "packets", side -> side.traffic().packets())
            .bytes("bytes", "bytes", side -> side.traffic().bytes())
            .data("duration_ns", Side::nanos)
            .data("data_packets", side -> side.traffic().dataPackets())
            .data("mean_payload", Side::meanPayload)
            .data("fill_percent", Side::fill)
            .text("full", LABEL, side -> percent(side.fill()))
            .count("retransmitted", "sent again", side -> side.traffic().retransmitted())
            .data("retransmitted_bytes", side -> side.traffic().retransmittedBytes());
    return table
        .count("duplicates", "dupl.", side -> side.where(true, side.traffic().duplicates()))
        .count("timeouts", "time-outs", side -> side.where(true, side.traffic().timeouts()))
        .count("out_of_order", "early", side -> side.traffic().outOfOrder())
        .data("missing_bytes", side -> side.where(false, side.traffic().missingBytes()))
        .csv("naks", side -> sum(side))
        .json("naks", side -> side.traffic().refusals())
        .count("rnr_naks", "RNR", side -> side.traffic().notReadyCount())
        .count("cnps", "CNP", side -> side.traffic().congestionNotifications())
        .count("ecn_marks", "ECN", side -> side.traffic().congestionMarks())
        .count("least_credits", "credits", Side::leastCredits)
        .data("without_credits", Side::withoutCredits)
        .csv("commands_connection", side -> side.record().index())
        .text("NAKs", WORDS, side -> side.traffic().refusals())
        .striking(
            side -> side.traffic().retransmitted() > 0 || !side.traffic().refusals().isEmpty());
  }

  private static long sum(Side side) {
    return side.traffic().refusals().values().stream().mapToLong(Long::longValue).sum();
  }

  private static String percent(OptionalLong share) {
    return share.isPresent() ? share.getAsLong() + "%" : "-";
  }
}
