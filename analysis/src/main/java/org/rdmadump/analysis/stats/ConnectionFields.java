package org.rdmadump.analysis.stats;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.DURATION;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.TIME;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.RepeatCause;
import org.rdmadump.rdma.Service;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.UpperProtocol;

/**
 * All fields of connections without RPC-over-RDMA. Their names are those that JSON has in the
 * records of {@code stats}, behind {@code connection.} or {@code connection.requests.}
 */
@SuppressWarnings("EnumOrdinal") // Where an enumeration is all names that values can have.
public final class ConnectionFields {
  private static final String RECORD = "connections";

  private ConnectionFields() {}

  /** {@return the fields, new for every caller: they are for one thread} */
  public static FieldRegistry<ConnectionWithoutRpc> registry() {
    FieldRegistry<ConnectionWithoutRpc> fields =
        new FieldRegistry<ConnectionWithoutRpc>(RECORD)
            .number(
                UNSIGNED,
                "connection",
                "number of the connection among those without RPC",
                ConnectionWithoutRpc::number);
    protocol(fields);
    ends(fields);
    place(fields);
    return fields
        .number(
            UNSIGNED, "connection.operations", "requests of both sides", each -> operations(each))
        .number(UNSIGNED, "connection.bytes", "bytes that the requests moved", each -> moved(each))
        .optionalPart(
            "connection.traffic.client",
            "what the client sent",
            side(),
            each -> sent(each, Direction.FORWARD))
        .optionalPart(
            "connection.traffic.server",
            "what the server sent",
            side(),
            each -> sent(each, Direction.BACKWARD))
        .add(new RequestGroup(RequestFields.registry()), "requests of one kind that a side sent");
  }

  private static long operations(ConnectionWithoutRpc connection) {
    return SentRequests.of(List.of(connection)).stream()
        .mapToLong(each -> each.tally().count())
        .sum();
  }

  private static long moved(ConnectionWithoutRpc connection) {
    return SentRequests.of(List.of(connection)).stream()
        .mapToLong(each -> each.tally().bytes())
        .sum();
  }

  private static Optional<SentBySide> sent(ConnectionWithoutRpc connection, Direction direction) {
    return connection.record().traffic(direction).packets() > 0
        ? Optional.of(new SentBySide(connection, direction))
        : Optional.empty();
  }

  private static void protocol(FieldRegistry<ConnectionWithoutRpc> fields) {
    fields
        .add(
            TEXT,
            "connection.protocol",
            "protocol that it carries, such as NVMe over RDMA",
            text(record -> record.protocol().map(UpperProtocol::name)))
        .add(
            TEXT,
            "connection.protocol_evidence",
            "what says so",
            text(record -> record.protocol().map(UpperProtocol::evidence)))
        .add(
            TEXT,
            "connection.protocol_doubt",
            "why the protocol is unknown although a port suggests one",
            text(record -> Optional.of(record.protocolDoubt()).filter(why -> !why.isEmpty())))
        .named(
            "connection.transport",
            "transport of RDMA",
            NameLists.of(Transport.values(), Transport::label),
            each -> each.record().transport().ordinal())
        .named(
            "connection.service",
            "reliable or unreliable connection, or datagrams",
            NameLists.of(Service.values(), Service::label),
            each -> each.record().service().ordinal())
        .named(
            "connection.recognised",
            "how the connection was found",
            NameLists.of(Recognition.values(), Recognition::label),
            each -> each.record().recognition().ordinal())
        .add(
            UNSIGNED,
            "connection.commands_connection",
            "number that NVMe commands have for it",
            number(ConnectionRecord::index))
        .add(
            UNSIGNED,
            "connection.service_port",
            "port of the service that the client asked for",
            number(ConnectionRecord::servicePort))
        .add(
            UNSIGNED,
            "connection.path_mtu",
            "payload bytes of a full packet",
            number(ConnectionRecord::pathMtu))
        .add(
            DURATION,
            "connection.setup_ns",
            "time from the request to connect to its answer",
            (each, to) -> put(each.record().setupNanos(), to::number));
  }

  private static void ends(FieldRegistry<ConnectionWithoutRpc> fields) {
    fields
        .add(
            ADDRESS,
            "connection.client",
            "address of the client",
            (each, to) -> to.address(each.record().client().address()))
        .also("src ip.src")
        .add(
            ADDRESS,
            "connection.server",
            "address of the server",
            (each, to) -> to.address(each.record().server().address()))
        .also("dst ip.dst")
        .add(
            ADDRESS,
            "addr",
            "address of either",
            (each, to) ->
                to.address(each.record().client().address())
                    || to.address(each.record().server().address()))
        .also("ip.addr");
    end(fields, "client_qp", "queue pair of the client", false, ConnectionRecord::client);
    end(fields, "server_qp", "queue pair of the server", false, ConnectionRecord::server);
    end(fields, "client_port", "TCP port of the client", true, ConnectionRecord::client);
    end(fields, "server_port", "TCP port of the server", true, ConnectionRecord::server);
    fields
        .add(
            TEXT,
            "connection.ended.how",
            "what ended it, such as dreq, rej or capture_end",
            text(record -> record.end().map(end -> end.how().label())))
        .add(
            TEXT,
            "connection.ended.by",
            "client or server, whichever ended it",
            text(record -> record.endedByClient().map(client -> client ? "client" : "server")))
        .add(
            TEXT,
            "connection.ended.reason",
            "reason in words",
            text(record -> record.end().map(ConnectionEnd::reason).filter(why -> !why.isEmpty())))
        .add(
            UNSIGNED,
            "connection.ended.frame",
            "frame that says that it ended",
            (each, to) -> {
              long frame = each.record().end().map(ConnectionEnd::frame).orElse(0L);
              return frame > 0 && to.number(frame);
            });
  }

  private static void end(
      FieldRegistry<ConnectionWithoutRpc> fields,
      String name,
      String meaning,
      boolean isPort,
      Function<ConnectionRecord, Endpoint> endpoint) {
    fields.add(
        UNSIGNED,
        "connection." + name,
        meaning,
        (each, to) -> {
          OptionalInt number = endpoint.apply(each.record()).number();
          return each.record().transport().hasPorts() == isPort
              && number.isPresent()
              && to.number(number.getAsInt());
        });
  }

  private static void place(FieldRegistry<ConnectionWithoutRpc> fields) {
    fields
        .number(
            UNSIGNED, "connection.first_frame", "first frame", each -> each.record().firstFrame())
        .also("frame")
        .number(UNSIGNED, "connection.last_frame", "last frame", each -> each.record().lastFrame())
        .add(
            TIME,
            "time",
            "time of the first packet with requests or answers",
            (each, to) -> put(SentRequests.begin(each.record()), to::number));
  }

  /** What a side sent; the names are those of {@code traffic} in JSON. */
  private static FieldRegistry<SentBySide> side() {
    FieldRegistry<SentBySide> fields = new FieldRegistry<>(RECORD);
    count(fields, "packets", "packets", TrafficCounters::packets);
    count(fields, "bytes", "payload bytes of the packets", TrafficCounters::bytes);
    fields.number(DURATION, "duration_ns", "from the first packet to the last", SentBySide::nanos);
    count(fields, "data_packets", "packets with payload", TrafficCounters::dataPackets);
    fields
        .add(
            UNSIGNED,
            "mean_payload",
            "bytes of payload, of packets with payload",
            (side, to) -> put(side.meanPayload(), to::number))
        .add(
            UNSIGNED,
            "fill_percent",
            "the same in percent of the path MTU",
            (side, to) -> put(side.fill(), to::number));
    count(fields, "retransmitted", "packets sent again", TrafficCounters::retransmitted);
    count(fields, "retransmitted_bytes", "their bytes", TrafficCounters::retransmittedBytes);
    for (RepeatCause cause : RepeatCause.values()) {
      count(
          fields,
          "bursts." + cause.label(),
          "how often sending again began, cause: " + cause.counted(1).substring(2),
          sent -> sent.bursts().getOrDefault(cause, 0L));
    }
    fields
        .add(
            UNSIGNED,
            "duplicates",
            "packets sent again that the receiver had acknowledged",
            (side, to) -> put(side.where(true, side.traffic().duplicates()), to::number))
        .add(
            UNSIGNED,
            "timeouts",
            "how often sending again began without a refusal",
            (side, to) -> put(side.where(true, side.traffic().timeouts()), to::number));
    count(fields, "out_of_order", "packets ahead of a missing one", TrafficCounters::outOfOrder);
    fields.add(
        UNSIGNED,
        "missing_bytes",
        "bytes of the stream in no captured packet",
        (side, to) -> put(side.where(false, side.traffic().missingBytes()), to::number));
    fields.add(
        TEXT,
        "naks",
        "codes of the refusals that the side got",
        (side, to) -> side.traffic().refusals().keySet().stream().anyMatch(to::text));
    count(fields, "rnr_naks", "RNR NAKs that the side got", TrafficCounters::notReadyCount);
    count(fields, "cnps", "CNPs that the side got", TrafficCounters::congestionNotifications);
    count(fields, "ecn_marks", "packets that met congestion", TrafficCounters::congestionMarks);
    return fields
        .add(
            UNSIGNED,
            "least_credits",
            "fewest credits that an acknowledgement granted",
            (side, to) -> put(side.leastCredits(), to::number))
        .number(
            UNSIGNED,
            "without_credits",
            "acknowledgements that granted none",
            SentBySide::withoutCredits);
  }

  private static void count(
      FieldRegistry<SentBySide> fields,
      String name,
      String meaning,
      ToLongFunction<TrafficCounters> value) {
    fields.number(UNSIGNED, name, meaning, side -> value.applyAsLong(side.traffic()));
  }

  // ---- values that may be absent

  /** Takes a number; whether that is enough. */
  private interface NumberTaker {
    boolean take(long value);
  }

  private static boolean put(OptionalLong value, NumberTaker to) {
    return value.isPresent() && to.take(value.getAsLong());
  }

  private static FieldReader<ConnectionWithoutRpc> text(
      Function<ConnectionRecord, Optional<String>> value) {
    return (each, to) -> {
      Optional<String> text = value.apply(each.record());
      return text.isPresent() && to.text(text.get());
    };
  }

  private static FieldReader<ConnectionWithoutRpc> number(
      Function<ConnectionRecord, OptionalInt> value) {
    return (each, to) -> {
      OptionalInt number = value.apply(each.record());
      return number.isPresent() && to.number(number.getAsInt());
    };
  }
}
