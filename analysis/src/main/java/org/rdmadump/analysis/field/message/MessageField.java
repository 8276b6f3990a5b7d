package org.rdmadump.analysis.field.message;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.analysis.CallResult;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;

/** What there is of every message, beside its headers. */
@SuppressWarnings("EnumOrdinal") // Where an enumeration is all names that values can have.
enum MessageField implements FieldReader<RpcMessage> {
  NUMBER("number", FieldType.UNSIGNED, "1, 2, 3, ... over the whole run", ""),
  FIRST_FRAME("first_frame", FieldType.UNSIGNED, "first frame that contributed", ""),
  LAST_FRAME("last_frame", FieldType.UNSIGNED, "last frame that contributed", ""),
  SEND_FRAME("send_frame", FieldType.UNSIGNED, "frame that ended the Send", "frame.number"),
  TIME("time", FieldType.TIME, "time of send_frame", "frame.time frame.time_epoch"),
  EPOCH_NS("epoch_ns", FieldType.SIGNED, "time of send_frame, nanoseconds since 1970", ""),
  TIME_RELATIVE(
      "time_relative",
      FieldType.DURATION,
      "from the first frame of the run to send_frame",
      "frame.time_relative"),
  COMPLETED_TIME("completed_time", FieldType.TIME, "time of last_frame", ""),
  COMPLETED_EPOCH_NS(
      "completed_epoch_ns", FieldType.SIGNED, "time of last_frame, nanoseconds since 1970", ""),
  TRANSPORT("transport", FieldType.NAMED, "what carried RDMA", ""),
  CONNECTION("connection", FieldType.UNSIGNED, "1, 2, 3, ...: the connection", ""),
  RECOGNISED("recognised", FieldType.NAMED, "how the connection was recognised", ""),
  DIRECTION("direction", FieldType.NAMED, "towards the RPC server or its client", ""),
  SRC("src", FieldType.ADDRESS, "address of the sender", "ip.src ipv6.src"),
  DST("dst", FieldType.ADDRESS, "address of the receiver", "ip.dst ipv6.dst"),
  SRC_QP("src_qp", FieldType.UNSIGNED, "queue pair of the sender", ""),
  DST_QP("dst_qp", FieldType.UNSIGNED, "queue pair of the receiver", ""),
  SRC_PORT("src_port", FieldType.UNSIGNED, "TCP port of the sender, iWARP", "tcp.srcport"),
  DST_PORT("dst_port", FieldType.UNSIGNED, "TCP port of the receiver, iWARP", "tcp.dstport"),
  P_KEY("p_key", FieldType.UNSIGNED, "partition key, unless the default one", ""),
  SL("sl", FieldType.UNSIGNED, "service level, native InfiniBand", ""),
  VL("vl", FieldType.UNSIGNED, "virtual lane, native InfiniBand", ""),
  DELIVERED("delivered", FieldType.BOOLEAN, "false if the receiver refused the Send", ""),
  SETTLED_BY(
      "settled_by",
      FieldType.NAMED,
      "what ended the wait for proof that the Send was delivered",
      ""),
  INVALIDATED("invalidated", FieldType.HEX32, "handle that Send With Invalidate named", ""),
  ADDR("addr", FieldType.ADDRESS, "src and dst", "ip.addr ipv6.addr"),
  QP("qp", FieldType.UNSIGNED, "src_qp and dst_qp", ""),
  FAILED(
      "failed",
      FieldType.BOOLEAN,
      "there, and true, of a reply whose status is an error, whatever the protocol",
      ""),
  PORT("port", FieldType.UNSIGNED, "src_port and dst_port", "tcp.port");

  private static final ValueNames TRANSPORTS = value -> Transport.values()[(int) value].label();
  private static final ValueNames RECOGNITIONS = value -> Recognition.values()[(int) value].label();
  private static final ValueNames SETTLINGS = value -> SettledBy.values()[(int) value].label();
  private static final ValueNames DIRECTIONS = value -> Direction.values()[(int) value].label();

  private final String field;
  private final FieldType type;
  private final String meaning;
  private final String aliases;

  MessageField(String field, FieldType type, String meaning, String aliases) {
    this.field = field;
    this.type = type;
    this.meaning = meaning;
    this.aliases = aliases;
  }

  /** {@return the field} */
  Field<RpcMessage> field() {
    return new Field<>(field, List.of(type), meaning, NameLists.words(aliases), names(), this);
  }

  private List<String> names() {
    return switch (this) {
      case TRANSPORT -> NameLists.all(TRANSPORTS, Transport.values().length);
      case RECOGNISED -> NameLists.all(RECOGNITIONS, Recognition.values().length);
      case SETTLED_BY -> NameLists.all(SETTLINGS, SettledBy.values().length);
      case DIRECTION -> NameLists.all(DIRECTIONS, Direction.values().length);
      case FAILED -> List.of("true");
      default -> List.of();
    };
  }

  @Override
  public boolean read(RpcMessage message, ValueVisitor to) {
    return switch (this) {
      case NUMBER -> to.number(message.number());
      case FIRST_FRAME -> to.number(message.firstFrame());
      case LAST_FRAME -> to.number(message.lastFrame());
      case SEND_FRAME -> to.number(message.sendFrame());
      case TIME, EPOCH_NS -> to.number(message.sendNanos());
      case TIME_RELATIVE -> to.number(message.sendNanos() - message.runNanos());
      case COMPLETED_TIME, COMPLETED_EPOCH_NS -> to.number(message.completedNanos());
      case TRANSPORT -> to.named(message.transport().ordinal(), TRANSPORTS);
      case CONNECTION -> to.number(message.connection());
      case RECOGNISED -> to.named(message.recognition().ordinal(), RECOGNITIONS);
      case DIRECTION -> to.named(message.direction().ordinal(), DIRECTIONS);
      case SRC -> to.address(message.source().address());
      case DST -> to.address(message.destination().address());
      case ADDR ->
          to.address(message.source().address()) || to.address(message.destination().address());
      case SRC_QP -> end(message, message.source(), false, to);
      case DST_QP -> end(message, message.destination(), false, to);
      case QP ->
          end(message, message.source(), false, to)
              || end(message, message.destination(), false, to);
      case SRC_PORT -> end(message, message.source(), true, to);
      case DST_PORT -> end(message, message.destination(), true, to);
      case PORT ->
          end(message, message.source(), true, to) || end(message, message.destination(), true, to);
      case P_KEY ->
          message.lane().partitionKey() != Lane.DEFAULT_PARTITION
              && to.number(message.lane().partitionKey());
      case SL -> message.lane().hasLevel() && to.number(message.lane().serviceLevel());
      case VL -> message.lane().hasLevel() && to.number(message.lane().virtualLane());
      case FAILED -> failed(message, to);
      case DELIVERED -> to.number(message.delivered() ? 1 : 0);
      case SETTLED_BY -> to.named(message.settledBy().ordinal(), SETTLINGS);
      case INVALIDATED -> unsigned(message.invalidated(), to);
    };
  }

  private static boolean failed(RpcMessage message, ValueVisitor to) {
    Optional<Boolean> failed = CallResult.failed(message);
    return failed.isPresent() && failed.get() && to.number(1);
  }

  private static boolean end(RpcMessage message, Endpoint end, boolean port, ValueVisitor to) {
    return message.transport().hasPorts() == port
        && end.number().isPresent()
        && to.number(end.number().getAsInt());
  }

  static boolean unsigned(int value, ValueVisitor to) {
    return to.number(Integer.toUnsignedLong(value));
  }

  static boolean unsigned(OptionalInt value, ValueVisitor to) {
    return value.isPresent() && unsigned(value.getAsInt(), to);
  }

  static boolean number(OptionalLong value, ValueVisitor to) {
    return value.isPresent() && to.number(value.getAsLong());
  }
}
