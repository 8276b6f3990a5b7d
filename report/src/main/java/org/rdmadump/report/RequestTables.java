package org.rdmadump.report;

import static org.rdmadump.report.StatsTable.Unit.BYTES;
import static org.rdmadump.report.StatsTable.Unit.COUNT;
import static org.rdmadump.report.StatsTable.Unit.LABEL;
import static org.rdmadump.report.StatsTable.Unit.NANOS;
import static org.rdmadump.report.StatsTable.Unit.TIME;
import static org.rdmadump.report.StatsTable.Unit.WORDS;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.stats.ConnectionFields;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.RequestInterval;
import org.rdmadump.analysis.stats.SentBySide;
import org.rdmadump.analysis.stats.SentRequests;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.Direction;

/** The tables of what connections without RPC-over-RDMA carried. */
public final class RequestTables {
  /** What CSV and JSON call requests of one kind. */
  public static final String REQUEST = "rdma_request";

  /** Columns of CSV that are fields of the connection, under the names of these. */
  private static final List<String> FACTS =
      List.of(
          "transport",
          "service",
          "recognised",
          "service_port",
          "protocol",
          "protocol_evidence",
          "path_mtu",
          "setup_ns",
          "first_frame",
          "last_frame");

  private static final String MEAN = "mean";
  private static final double SECOND = 1e9;

  private RequestTables() {}

  /**
   * {@return {@code c1} as commands on it have it; {@code r3} if messages or commands do not number
   * it}
   */
  public static String name(NumberedConnection connection) {
    OptionalInt ofCommands = connection.record().index();
    return ofCommands.isPresent() ? "c" + ofCommands.getAsInt() : "r" + connection.number();
  }

  /** {@return requests of each kind, by side; JSON is made of their fields} */
  public static StatsTable<SentRequests> requests() {
    StatsTable<SentRequests> table = new StatsTable<>(REQUEST);
    Cells<SentRequests> cells = new Cells<>(table, ConnectionFields.requests());
    table
        .text("", WORDS, row -> name(row.side().connection()))
        .csv("connection", row -> row.side().connection().number());
    cells.both("from", "from", WORDS);
    cells.both("kind", "", WORDS);
    cells.both("requests", "requests", COUNT);
    cells.both("bytes", "bytes", BYTES);
    cells.csv("requests_per_second");
    cells.both("bytes_per_second", "per second", BYTES);
    cells.distribution("latency", "_ns", "", NANOS);
    cells.distribution("size", "_bytes", "size ", BYTES);
    return table;
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
    StatsTable<SentBySide> table = new StatsTable<>("rdma_connection");
    Cells<SentBySide> cells = new Cells<>(table, ConnectionFields.sides());
    table.text("", WORDS, side -> name(side.connection()));
    FieldRegistry<NumberedConnection> facts = ConnectionFields.facts();
    table.csv("connection", side -> side.connection().number());
    for (String name : FACTS) {
      table.csv(name, ofConnection(facts, name));
    }
    table.csv("ended", ofConnection(facts, "ended.how"));
    table.csv("reason", ofConnection(facts, "ended.reason"));
    table
        .csv("from", SentBySide::from)
        .text("from", WORDS, SentBySide::from)
        .csv("address", side -> side.endpoint().address().toString())
        .csv("number", side -> side.endpoint().number());
    cells.both("packets", "packets", COUNT);
    cells.both("bytes", "bytes", BYTES);
    cells.csv("duration_ns");
    cells.csv("data_packets");
    cells.csv("mean_payload");
    cells.csv("fill_percent");
    table.text("full", LABEL, side -> percent(side.fill()));
    cells.both("retransmitted", "retrans.", COUNT);
    cells.csv("retransmitted_bytes");
    cells.both("duplicates", "dupl.", COUNT);
    cells.csv("timeouts");
    table.csv("bursts", side -> sum(bursts(side.traffic())));
    cells.both("out_of_order", "early", COUNT);
    cells.csv("missing_bytes");
    table.csv("naks", side -> sum(side.traffic().refusals()));
    cells.both("rnr_naks", "RNR", COUNT);
    cells.both("cnps", "CNP", COUNT);
    cells.both("ecn_marks", "ECN", COUNT);
    cells.both("least_credits", "credits", COUNT);
    cells.csv("without_credits");
    table.csv("commands_connection", ofConnection(facts, "commands_connection"));
    return table
        .text("causes", WORDS, side -> bursts(side.traffic()))
        .text("NAKs", WORDS, side -> side.traffic().refusals())
        .striking(
            side -> side.traffic().retransmitted() > 0 || !side.traffic().refusals().isEmpty());
  }

  private static Function<SentBySide, Object> ofConnection(
      FieldRegistry<NumberedConnection> facts, String name) {
    FieldCell<NumberedConnection> cell = new FieldCell<>(facts, name);
    return side -> cell.apply(side.connection());
  }

  /** Columns of a table that are fields, under the names of these. */
  private record Cells<T>(StatsTable<T> table, FieldRegistry<T> fields) {
    void csv(String name) {
      table.csv(name, new FieldCell<>(fields, name));
    }

    /** Adds one to CSV and the text. */
    void both(String name, String head, StatsTable.Unit unit) {
      csv(name);
      table.text(head, unit, new FieldCell<>(fields, name));
    }

    /**
     * Adds the least, median, 99th percentile and greatest; people see three, and of durations the
     * mean.
     */
    void distribution(String name, String suffix, String before, StatsTable.Unit unit) {
      for (String which : List.of("min", "p50", "p99", "max")) {
        FieldCell<T> cell = new FieldCell<>(fields, name + suffix + "." + which);
        table.csv(name + "_" + which + suffix, cell);
        if (!which.equals(unit == NANOS ? "min" : "p99")) {
          table.text(before + which, unit, cell);
        }
      }
      if (unit == NANOS) {
        table.text(before + MEAN, unit, new FieldCell<>(fields, name + suffix + "." + MEAN));
      }
    }
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
