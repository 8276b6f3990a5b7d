package org.rdmadump.analysis.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MovedBy;

/** The columns of connections, with the names that {@code rdmadump stats --json} gives them. */
final class ConnectionColumns {
  private final List<ReadColumn<ConnectionRecord>> columns = new ArrayList<>();

  private ConnectionColumns() {
    number("connection", "number of the connection: 1, 2, 3, ...", ConnectionRecord::index);
    text("transport", "transport of RDMA", each -> each.transport().label());
    text("recognised", "how rdmadump recognised it", each -> each.recognition().label());
    ends();
    settings();
    counts();
    credits("calls", "calls", Direction.FORWARD);
    credits("callbacks", "callbacks", Direction.BACKWARD);
    traffic("client", Direction.FORWARD);
    traffic("server", Direction.BACKWARD);
    ended();
  }

  /** {@return all of them} */
  static List<ReadColumn<ConnectionRecord>> all() {
    return new ConnectionColumns().columns;
  }

  private void ends() {
    text("client", "address of the RPC client", each -> each.client().address().toString());
    text("server", "address of the RPC server", each -> each.server().address().toString());
    end("client", ConnectionRecord::client);
    end("server", ConnectionRecord::server);
    number("service_port", "requested service port", ConnectionRecord::servicePort);
  }

  private void end(String who, Function<ConnectionRecord, Endpoint> end) {
    String of = " of the RPC " + who;
    number(who + "_qp", "queue pair" + of, each -> number(each, end.apply(each), false));
    number(who + "_port", "TCP port" + of + ", iWARP", each -> number(each, end.apply(each), true));
  }

  private static OptionalInt number(ConnectionRecord of, Endpoint end, boolean isPort) {
    return of.transport().hasPorts() == isPort ? end.number() : OptionalInt.empty();
  }

  private void settings() {
    number("path_mtu", "payload bytes of a full packet", ConnectionRecord::pathMtu);
    number(
        "rpcrdma.inline_threshold_to_server",
        "largest Send to the server, by private data",
        each -> threshold(each, Direction.FORWARD));
    number(
        "rpcrdma.inline_threshold_to_client",
        "largest Send to the client, by private data",
        each -> threshold(each, Direction.BACKWARD));
  }

  /** As in JSON, not of a connection whose beginning was not captured. */
  private static OptionalInt threshold(ConnectionRecord each, Direction direction) {
    return each.isSeenFromStart() ? each.inlineThreshold(direction) : OptionalInt.empty();
  }

  private void counts() {
    count("first_frame", "first frame", ConnectionRecord::firstFrame);
    count("last_frame", "last frame", ConnectionRecord::lastFrame);
    count("calls", "calls of the client, repeats not counted", ConnectionRecord::calls);
    count("replies", "replies to them, likewise", ConnectionRecord::replies);
    count("callbacks", "calls of the server, likewise", ConnectionRecord::callbacks);
    count("callback_replies", "replies to them, likewise", ConnectionRecord::callbackReplies);
    count("repeats", "messages that repeat others", ConnectionRecord::repeats);
    count("rdma_errors", "RDMA_ERROR messages", ConnectionRecord::errors);
    count(
        "unanswered",
        "calls without a captured answer on this connection",
        ConnectionRecord::unansweredCalls);
    for (MovedBy each : MovedBy.values()) {
      count(
          "bytes." + each.label(),
          "bytes of RPC messages that moved so",
          connection -> connection.bytes(each));
    }
  }

  private void credits(String whose, String of, Direction direction) {
    String prefix = "credits." + whose + ".";
    number(
        prefix + "asked",
        "credits that the last of the " + of + " requested",
        direction,
        c -> OptionalLong.of(c.asked()));
    granted(
        prefix + "granted", "credits that the last reply granted", direction, CreditUse::granted);
    granted(
        prefix + "least_granted", "least that a reply granted", direction, CreditUse::leastGranted);
    granted(
        prefix + "most_granted", "most that a reply granted", direction, CreditUse::mostGranted);
    number(
        prefix + "most_in_flight",
        of + " that waited at once, at most",
        direction,
        c -> OptionalLong.of(c.mostInFlight()));
  }

  private void granted(
      String name, String meaning, Direction direction, ToLongFunction<CreditUse> which) {
    number(
        name,
        meaning,
        direction,
        credits ->
            credits.isGrantSeen()
                ? OptionalLong.of(which.applyAsLong(credits))
                : OptionalLong.empty());
  }

  private void number(
      String name, String meaning, Direction direction, Function<CreditUse, OptionalLong> value) {
    FieldReader<ConnectionRecord> reader =
        (each, to) -> {
          OptionalLong known = value.apply(each.credits(direction));
          return known.isPresent() && to.number(known.getAsLong());
        };
    add(name, ColumnType.INTEGER, FieldType.UNSIGNED, meaning, reader);
  }

  private void traffic(String who, Direction direction) {
    traffic(who, direction, "packets", "packets", TrafficCounters::packets);
    traffic(who, direction, "bytes", "payload bytes", TrafficCounters::bytes);
    FieldReader<ConnectionRecord> duration =
        (each, to) -> to.number(each.traffic(direction).durationNanos());
    add(
        "traffic." + who + ".duration_ns",
        ColumnType.DURATION,
        FieldType.DURATION,
        "from the first packet of the " + who + " to the last",
        duration);
    traffic(
        who, direction, "retransmitted", "retransmitted packets", TrafficCounters::retransmitted);
    traffic(
        who,
        direction,
        "retransmitted_bytes",
        "payload bytes of retransmissions",
        TrafficCounters::retransmittedBytes);
    traffic(who, direction, "out_of_order", "packets out of order", TrafficCounters::outOfOrder);
    String to = " to the " + who;
    told(
        who,
        direction,
        "naks",
        "refusals of all codes" + to,
        traffic -> traffic.refusals().values().stream().mapToLong(Long::longValue).sum());
    told(who, direction, "rnr_naks", "RNR NAKs" + to, TrafficCounters::notReadyCount);
    told(
        who,
        direction,
        "cnps",
        "congestion notification packets" + to,
        TrafficCounters::congestionNotifications);
  }

  private void traffic(
      String who,
      Direction direction,
      String what,
      String meaning,
      ToLongFunction<TrafficCounters> value) {
    told(who, direction, what, meaning + " from the " + who, value);
  }

  private void told(
      String who,
      Direction direction,
      String what,
      String meaning,
      ToLongFunction<TrafficCounters> value) {
    count(
        "traffic." + who + "." + what, meaning, each -> value.applyAsLong(each.traffic(direction)));
  }

  private void ended() {
    optional("ended.how", "how it ended", each -> each.end().map(end -> end.how().label()));
    optional(
        "ended.by",
        "client or server",
        each -> each.endedByClient().map(isClient -> isClient ? "client" : "server"));
    optional(
        "ended.reason",
        "why, in words",
        each -> each.end().map(end -> end.reason()).filter(reason -> !reason.isEmpty()));
    FieldReader<ConnectionRecord> frame =
        (each, to) ->
            each.end().isPresent()
                && each.end().get().frame() > 0
                && to.number(each.end().get().frame());
    add("ended.frame", ColumnType.INTEGER, FieldType.UNSIGNED, "where", frame);
  }

  private void number(String name, String meaning, Function<ConnectionRecord, OptionalInt> value) {
    FieldReader<ConnectionRecord> reader =
        (each, to) -> {
          OptionalInt known = value.apply(each);
          return known.isPresent() && to.number(Integer.toUnsignedLong(known.getAsInt()));
        };
    add(name, ColumnType.INTEGER, FieldType.UNSIGNED, meaning, reader);
  }

  private void count(String name, String meaning, ToLongFunction<ConnectionRecord> value) {
    FieldReader<ConnectionRecord> reader = (each, to) -> to.number(value.applyAsLong(each));
    add(name, ColumnType.INTEGER, FieldType.UNSIGNED, meaning, reader);
  }

  private void text(String name, String meaning, Function<ConnectionRecord, String> value) {
    add(name, ColumnType.TEXT, FieldType.TEXT, meaning, (each, to) -> to.text(value.apply(each)));
  }

  private void optional(
      String name, String meaning, Function<ConnectionRecord, Optional<String>> value) {
    FieldReader<ConnectionRecord> reader =
        (each, to) -> {
          Optional<String> known = value.apply(each);
          return known.isPresent() && to.text(known.get());
        };
    add(name, ColumnType.TEXT, FieldType.TEXT, meaning, reader);
  }

  private void add(
      String name,
      ColumnType type,
      FieldType shown,
      String meaning,
      FieldReader<ConnectionRecord> reader) {
    columns.add(new ReadColumn<>(new TableColumn(name, type, meaning), shown, reader));
  }
}
