package org.rdmadump.analysis.stats;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.DURATION;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.TIME;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.PartFields;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.RequestTally;
import org.rdmadump.rdma.Service;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.UpperProtocol;
import org.rdmadump.rpcrdma.call.OtherProtocol;

/**
 * What is told of a connection without RPC-over-RDMA, and in part of any. JSON, CSV, tables and
 * filters are made of these fields: their names, types and values are said here only.
 */
@SuppressWarnings("EnumOrdinal") // Where an enumeration is all names that values can have.
public final class ConnectionFields {
  static final String RECORD = "connections";

  private static final List<String> PROTOCOLS =
      Stream.concat(
              Stream.of(UpperProtocol.RPC_OVER_RDMA),
              Stream.of(OtherProtocol.values()).map(OtherProtocol::text))
          .toList();

  private ConnectionFields() {}

  /** {@return the fields of connections as records, new for every caller: they are for a thread} */
  public static FieldRegistry<NumberedConnection> registry() {
    return records(
        "number of the connection among those without RPC",
        (each, to) -> each.number() > 0 && to.number(each.number()),
        // As other records have theirs.
        "number");
  }

  /** {@return the same beside records of their content, which number all connections} */
  public static FieldRegistry<NumberedConnection> besideContent() {
    return records(
        "number that records of its content have for it", number(ConnectionRecord::index));
  }

  private static FieldRegistry<NumberedConnection> records(
      String number, FieldReader<NumberedConnection> reader, String... aliases) {
    FieldRegistry<NumberedConnection> fields =
        new FieldRegistry<NumberedConnection>(RECORD)
            .add(new Field<>("connection", UNSIGNED, number, reader).also(aliases));
    FieldRegistry<NumberedConnection> facts = facts();
    called(fields, facts, "client", "src", "ip.src");
    called(fields, facts, "server", "dst", "ip.dst");
    called(fields, facts, "first_frame", "frame");
    return fields
        .add(
            ADDRESS,
            "addr",
            "address of either",
            (each, to) ->
                to.address(each.record().client().address())
                    || to.address(each.record().server().address()))
        .also("ip.addr")
        .add(
            TIME,
            "time",
            "time of the first packet with requests or answers",
            FieldReader.ofLong(each -> SentRequests.begin(each.record())))
        .add(new PartFields<>(new ConnectionGroup<NumberedConnection>(Optional::of, () -> {})));
  }

  /** Adds a fact that, of connections as records, has other names as well. */
  private static void called(
      FieldRegistry<NumberedConnection> fields,
      FieldRegistry<NumberedConnection> facts,
      String name,
      String... others) {
    Field<NumberedConnection> fact = facts.find(name).orElseThrow();
    fields.add(fact.of("connection." + name, List.of(others), fact.reader()));
  }

  /** {@return the same without those of records, in the order of JSON and without a prefix} */
  public static FieldRegistry<NumberedConnection> facts() {
    FieldRegistry<NumberedConnection> fields =
        new FieldRegistry<NumberedConnection>(RECORD)
            .add(
                UNSIGNED,
                "commands_connection",
                "number that records of its content have for it",
                number(ConnectionRecord::index));
    transport(fields)
        .named(
            "service",
            "rc, uc, ud, xrc or rd: reliable or not, connection or datagrams",
            NameLists.of(Service.values(), Service::label),
            each -> each.record().service().ordinal());
    SetupFields.addTo(between(recognised(fields)));
    return SetupFields.queue(fields)
        .number(UNSIGNED, "first_frame", "first frame", each -> each.record().firstFrame())
        .number(UNSIGNED, "last_frame", "last frame", each -> each.record().lastFrame())
        .add(
            UNSIGNED,
            "operations",
            "requests of both sides, if it is without RPC",
            sum(RequestTally::count))
        .inJson(InJson.NEVER)
        .add(
            UNSIGNED,
            "bytes",
            "bytes that the requests moved, if it is without RPC",
            sum(RequestTally::bytes))
        .in(FieldUnit.BYTES)
        .inJson(InJson.NEVER)
        .optionalPart(
            "traffic",
            "packets",
            new FieldRegistry<NumberedConnection>(RECORD)
                .optionalPart(
                    "client",
                    "what the client sent",
                    sides(),
                    each -> sent(each, Direction.FORWARD))
                .optionalPart(
                    "server",
                    "what the server sent",
                    sides(),
                    each -> sent(each, Direction.BACKWARD)),
            Optional::of)
        .optionalPart("ended", "how it ended", end(), ConnectionFields::ended)
        .add(new RequestGroup(requests()), "requests of one kind that a side sent")
        .inJson("requests", InJson.NEVER);
  }

  /** {@return what is told of any connection, RPC or not, up to its set-up, as JSON has it} */
  public static FieldRegistry<NumberedConnection> opening() {
    return SetupFields.addTo(
        between(recognised(transport(new FieldRegistry<NumberedConnection>(RECORD)))));
  }

  /** {@return how any connection ended; its only field is a part} */
  public static FieldRegistry<NumberedConnection> ending() {
    return new FieldRegistry<NumberedConnection>(RECORD)
        .optionalPart("ended", "how it ended", end(), ConnectionFields::ended);
  }

  /** {@return the fields of what a side sent} */
  public static FieldRegistry<SentBySide> sides() {
    return SideFields.registry();
  }

  /** {@return the fields of the requests of one kind that a side sent} */
  public static FieldRegistry<SentRequests> requests() {
    return RequestFields.registry();
  }

  /** The requests of a connection are forgotten when it carries RPC-over-RDMA. */
  private static FieldReader<NumberedConnection> sum(ToLongFunction<RequestTally> of) {
    return (connection, to) ->
        !carriesRpc(connection.record())
            && to.number(
                SentRequests.of(List.of(connection)).stream()
                    .mapToLong(each -> of.applyAsLong(each.tally()))
                    .sum());
  }

  private static boolean carriesRpc(ConnectionRecord record) {
    return record.protocol().isPresent()
        && record.protocol().get().name().equals(UpperProtocol.RPC_OVER_RDMA);
  }

  private static Optional<SentBySide> sent(NumberedConnection connection, Direction direction) {
    return connection.record().traffic(direction).packets() > 0
        ? Optional.of(new SentBySide(connection, direction))
        : Optional.empty();
  }

  private static Optional<NumberedConnection> ended(NumberedConnection connection) {
    return connection.record().end().isPresent() ? Optional.of(connection) : Optional.empty();
  }

  private static FieldRegistry<NumberedConnection> transport(
      FieldRegistry<NumberedConnection> fields) {
    return fields.named(
        "transport",
        "transport of RDMA",
        NameLists.of(Transport.values(), Transport::label),
        each -> each.record().transport().ordinal());
  }

  private static FieldRegistry<NumberedConnection> recognised(
      FieldRegistry<NumberedConnection> fields) {
    return fields.named(
        "recognised",
        "how the connection was found",
        NameLists.of(Recognition.values(), Recognition::label),
        each -> each.record().recognition().ordinal());
  }

  /** Between whom it is, what it carries, and how long it took to make. */
  private static FieldRegistry<NumberedConnection> between(
      FieldRegistry<NumberedConnection> fields) {
    end(fields, "client", ConnectionRecord::client);
    end(fields, "server", ConnectionRecord::server);
    return fields
        .add(
            UNSIGNED,
            "service_port",
            "port of the service that the client asked for",
            number(ConnectionRecord::servicePort))
        .add(
            TEXT,
            "protocol",
            "protocol that it carries, such as NVMe over RDMA",
            text(record -> record.protocol().map(UpperProtocol::name)))
        .values(PROTOCOLS)
        .add(
            TEXT,
            "protocol_evidence",
            "what says so",
            text(record -> record.protocol().map(UpperProtocol::evidence)))
        .add(
            TEXT,
            "protocol_doubt",
            "why the protocol is unknown although a port suggests one",
            text(record -> Optional.of(record.protocolDoubt()).filter(why -> !why.isEmpty())))
        .add(
            UNSIGNED,
            "path_mtu",
            "payload bytes of a full packet",
            number(ConnectionRecord::pathMtu))
        .in(FieldUnit.BYTES)
        .add(
            DURATION,
            "setup_ns",
            "time from the request to connect to its answer",
            FieldReader.ofLong(each -> each.record().setupNanos()));
  }

  private static void end(
      FieldRegistry<NumberedConnection> fields,
      String who,
      Function<ConnectionRecord, Endpoint> endpoint) {
    fields.add(
        ADDRESS,
        who,
        "address of the " + who,
        (each, to) -> to.address(endpoint.apply(each.record()).address()));
    numberOf(fields, who + "_qp", "queue pair of the " + who, false, endpoint);
    numberOf(fields, who + "_port", "TCP port of the " + who, true, endpoint);
  }

  private static void numberOf(
      FieldRegistry<NumberedConnection> fields,
      String name,
      String meaning,
      boolean isPort,
      Function<ConnectionRecord, Endpoint> endpoint) {
    fields.add(
        UNSIGNED,
        name,
        meaning,
        (each, to) -> {
          OptionalInt number = endpoint.apply(each.record()).number();
          return each.record().transport().hasPorts() == isPort
              && number.isPresent()
              && to.number(number.getAsInt());
        });
  }

  private static FieldRegistry<NumberedConnection> end() {
    return new FieldRegistry<NumberedConnection>(RECORD)
        .add(
            TEXT,
            "how",
            "what ended it, such as dreq, rej or capture_end",
            text(record -> record.end().map(end -> end.how().label())))
        .values(NameLists.of(ConnectionEnd.How.values(), ConnectionEnd.How::label))
        .add(
            TEXT,
            "by",
            "client or server, whichever ended it",
            text(record -> record.endedByClient().map(client -> client ? "client" : "server")))
        .values(List.of("client", "server"))
        .add(
            TEXT,
            "reason",
            "reason in words",
            text(record -> record.end().map(ConnectionEnd::reason).filter(why -> !why.isEmpty())))
        .add(
            UNSIGNED,
            "frame",
            "frame that says that it ended",
            (each, to) -> {
              long frame = each.record().end().map(ConnectionEnd::frame).orElse(0L);
              return frame > 0 && to.number(frame);
            });
  }

  private static FieldReader<NumberedConnection> text(
      Function<ConnectionRecord, Optional<String>> value) {
    return FieldReader.ofText(each -> value.apply(each.record()));
  }

  private static FieldReader<NumberedConnection> number(
      Function<ConnectionRecord, OptionalInt> value) {
    return FieldReader.ofInt(each -> value.apply(each.record()));
  }
}
