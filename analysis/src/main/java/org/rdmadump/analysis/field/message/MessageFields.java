package org.rdmadump.analysis.field.message;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.DURATION;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.SIGNED;
import static org.rdmadump.analysis.field.FieldType.TIME;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.CallResult;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.NumberBlock;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.WiresharkNames;
import org.rdmadump.analysis.field.xdr.HeaderParts;
import org.rdmadump.analysis.field.xdr.Operations;
import org.rdmadump.analysis.field.xdr.Protocol;
import org.rdmadump.analysis.field.xdr.ProtocolField;
import org.rdmadump.analysis.field.xdr.WiresharkDeclared;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageOutline;
import org.rdmadump.rpcrdma.RpcMessage;

/** All fields of messages that filters and columns can ask for, and most of those that JSON has. */
@SuppressWarnings("EnumOrdinal") // Where an enumeration is all names that values can have.
public final class MessageFields {
  /** What is said of the transfers of a record. */
  static final String TRANSFERS = "RDMA operations that moved chunks";

  private MessageFields() {}

  /** {@return the fields of messages, new for every caller: they are for one thread} */
  public static FieldRegistry<RpcMessage> registry() {
    FieldRegistry<RpcMessage> fields =
        new FieldRegistry<RpcMessage>("messages")
            .addAll(frames())
            .addAll(route())
            .addAll(delivery())
            .addAll(joined())
            .addAll(HeaderFields.fields())
            .addAll(RpcFields.fields());
    fields.add(new WiresharkNames<>(fields, WiresharkRpc::in));
    fields.add(new WiresharkDeclared(WiresharkRpc::in));
    WiresharkRpc.add(fields);
    for (HeaderParts each : HeaderParts.values()) {
      fields.add(each);
    }
    for (Protocol protocol : Protocol.values()) {
      protocol(protocol, fields);
    }
    return fields
        .add(new ListGroup<>("transfers", Parts.transfers(), RpcMessage::transfers), TRANSFERS)
        .add(
            new ListGroup<>("findings", Parts.findings(), RpcMessage::findings),
            "findings about the message");
  }

  /** {@return its number, and where in the capture it is} */
  public static FieldRegistry<RpcMessage> frames() {
    NumberBlock<RpcMessage> of = new Frames();
    return new FieldRegistry<RpcMessage>("messages")
        .add(UNSIGNED, "number", "number of the message in the run: 1, 2, 3, ...", of.at(0))
        .add(UNSIGNED, "first_frame", "first frame with data of the message", of.at(1))
        .add(UNSIGNED, "last_frame", "last frame with data of the message", of.at(2))
        .add(UNSIGNED, "send_frame", "frame that ended the Send", of.at(3))
        .add(TIME, "time", "time of send_frame", of.at(4))
        .add(SIGNED, "epoch_ns", "time of send_frame, nanoseconds since 1970", of.at(4))
        .number(
            DURATION,
            "time_relative",
            "time of send_frame since the first frame of the run",
            message -> message.sendNanos() - message.runNanos())
        .inJson(InJson.NEVER)
        .add(TIME, "completed_time", "time of last_frame", of.at(5))
        .add(SIGNED, "completed_epoch_ns", "time of last_frame, nanoseconds since 1970", of.at(5));
  }

  private static final class Frames extends NumberBlock<RpcMessage> {
    @Override
    protected int find(RpcMessage message, long[] to) {
      MessageOutline outline = message.outline();
      to[0] = outline.number();
      to[1] = outline.firstFrame();
      to[2] = outline.lastFrame();
      to[3] = outline.sendFrame();
      to[4] = outline.sendNanos();
      to[5] = outline.completedNanos();
      return ALL;
    }
  }

  /** {@return which way it went: the same of all messages that have the same route} */
  public static FieldRegistry<RpcMessage> route() {
    List<String> transports = NameLists.of(Transport.values(), Transport::label);
    List<String> recognitions = NameLists.of(Recognition.values(), Recognition::label);
    List<String> directions = NameLists.of(Direction.values(), Direction::label);
    NumberBlock<RpcMessage> of = new Route();
    return new FieldRegistry<RpcMessage>("messages")
        .named("transport", "transport of RDMA", of.at(0, transports))
        .add(UNSIGNED, "connection", "number of the connection: 1, 2, 3, ...", of.at(1))
        .named("recognised", "how rdmadump recognised the connection", of.at(2, recognitions))
        .named("direction", "direction: to the RPC server or to its client", of.at(3, directions))
        .add(ADDRESS, "src", "address of the sender", (m, to) -> to.address(m.source().address()))
        .also("ip.src")
        .add(
            ADDRESS,
            "dst",
            "address of the receiver",
            (message, to) -> to.address(message.destination().address()))
        .also("ip.dst")
        .add(UNSIGNED, "src_qp", "queue pair of the sender", of.at(Route.QUEUE_PAIRS))
        .add(UNSIGNED, "dst_qp", "queue pair of the receiver", of.at(Route.QUEUE_PAIRS + 1))
        .add(UNSIGNED, "src_port", "TCP port of the sender, iWARP", of.at(Route.PORTS))
        .add(UNSIGNED, "dst_port", "TCP port of the receiver, iWARP", of.at(Route.PORTS + 1))
        .add(UNSIGNED, "p_key", "partition key, unless the default one", of.at(8))
        .add(UNSIGNED, "sl", "service level, native InfiniBand", of.at(9))
        .add(UNSIGNED, "vl", "virtual lane, native InfiniBand", of.at(10));
  }

  private static final class Route extends NumberBlock<RpcMessage> {
    /** Where the number of the sender is, and behind it that of the receiver. */
    static final int QUEUE_PAIRS = 4;

    static final int PORTS = 6;

    @Override
    protected int find(RpcMessage message, long[] to) {
      to[0] = message.transport().ordinal();
      to[1] = message.connection();
      to[2] = message.recognition().ordinal();
      to[3] = message.direction().ordinal();
      int ends = message.transport().hasPorts() ? PORTS : QUEUE_PAIRS;
      Lane lane = message.lane();
      to[8] = lane.partitionKey();
      to[9] = lane.serviceLevel();
      to[10] = lane.virtualLane();
      return 0b1111
          | put(message.source().number(), to, ends)
          | put(message.destination().number(), to, ends + 1)
          | (lane.partitionKey() != Lane.DEFAULT_PARTITION ? 1 << 8 : 0)
          | (lane.hasLevel() ? 0b11 << 9 : 0);
    }
  }

  private static boolean number(RpcMessage message, Endpoint end, boolean isPort, ValueVisitor to) {
    return message.transport().hasPorts() == isPort
        && end.number().isPresent()
        && to.number(end.number().getAsInt());
  }

  private static boolean numbers(RpcMessage message, boolean isPort, ValueVisitor to) {
    return number(message, message.source(), isPort, to)
        || number(message, message.destination(), isPort, to);
  }

  /** {@return how the Send ended} */
  public static FieldRegistry<RpcMessage> delivery() {
    List<String> settlings = NameLists.of(SettledBy.values(), SettledBy::label);
    NumberBlock<RpcMessage> of = new Delivery();
    return new FieldRegistry<RpcMessage>("messages")
        .add(BOOLEAN, "delivered", "false if the receiver refused the Send", of.at(0))
        .inJson(InJson.IF_FALSE)
        .named(
            "settled_by", "why rdmadump stopped waiting for proof of delivery", of.at(1, settlings))
        .add(HEX32, "invalidated", "handle that Send With Invalidate named", of.at(2))
        .inJson(InJson.BEHIND_LISTS);
  }

  private static final class Delivery extends NumberBlock<RpcMessage> {
    @Override
    protected int find(RpcMessage message, long[] to) {
      MessageOutline outline = message.outline();
      to[0] = outline.delivered() ? 1 : 0;
      to[1] = outline.settledBy().ordinal();
      return 0b011 | put(outline.invalidated(), to, 2);
    }
  }

  /** What comes from several of these fields; JSON has them. */
  private static FieldRegistry<RpcMessage> joined() {
    return new FieldRegistry<RpcMessage>("messages")
        .add(
            ADDRESS,
            "addr",
            "src and dst",
            (message, to) ->
                to.address(message.source().address())
                    || to.address(message.destination().address()))
        .inJson(InJson.NEVER)
        .add(UNSIGNED, "qp", "src_qp and dst_qp", (message, to) -> numbers(message, false, to))
        .inJson(InJson.NEVER)
        .add(
            BOOLEAN,
            "failed",
            "true for a reply with an error status, in any protocol; else absent",
            MessageFields::failed)
        .values(List.of("true"))
        .inJson(InJson.NEVER)
        .add(UNSIGNED, "port", "src_port and dst_port", (message, to) -> numbers(message, true, to))
        .inJson(InJson.NEVER);
  }

  private static boolean failed(RpcMessage message, ValueVisitor to) {
    Optional<Boolean> failed = CallResult.failed(message);
    return failed.isPresent() && failed.get() && to.number(1);
  }

  private static void protocol(Protocol protocol, FieldRegistry<RpcMessage> fields) {
    Operations operations = new Operations(protocol);
    for (ProtocolField each : ProtocolField.values()) {
      if (each.isOf(protocol)) {
        fields.add(each.of(protocol, operations));
      }
    }
    fields.add(operations, protocol.operations());
    if (protocol == Protocol.NFS) {
      fields.add(new NfsAliases(fields));
    }
    fields.add(new ShortNames(protocol.label() + ".", operations.name() + ".", fields));
  }

  /** Names that leave out the operations: {@code nfs.offset}. */
  private record ShortNames(String prefix, String whole, FieldRegistry<RpcMessage> fields)
      implements FieldSource<RpcMessage> {
    @Override
    public Optional<Field<RpcMessage>> find(String name) {
      return name.startsWith(prefix) && !name.startsWith(whole)
          ? fields.find(whole + name.substring(prefix.length()))
          : Optional.empty();
    }

    @Override
    public List<Field<RpcMessage>> all() {
      return List.of();
    }
  }
}
