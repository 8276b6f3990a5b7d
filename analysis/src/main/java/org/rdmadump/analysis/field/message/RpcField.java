package org.rdmadump.analysis.field.message;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpc.content.RpcBodyKind;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** What is known of the RPC message, credentials and missing ranges apart. */
@SuppressWarnings("EnumOrdinal") // Where an enumeration is all names that values can have.
enum RpcField implements FieldReader<RpcMessage> {
  RPC("", FieldType.GROUP, "the RPC message", ""),
  TYPE("type", FieldType.NAMED, "call (0) or reply (1)", "rpc.msgtyp"),
  XID("xid", FieldType.HEX32, "XID of the RPC message", ""),
  PROGRAM("program", FieldType.UNSIGNED, "program number, of a reply that of its call", ""),
  VERSION("version", FieldType.UNSIGNED, "version of the program", "rpc.programversion"),
  PROCEDURE("procedure", FieldType.UNSIGNED, "number of the procedure", ""),
  PROGRAM_NAME("program_name", FieldType.NAMED, "NFS, NFS_ACL, NFS_CB, ...", ""),
  PROCEDURE_NAME("procedure_name", FieldType.NAMED, "READ, COMPOUND, ...", ""),
  AUTH("auth", FieldType.NAMED, "credential of a call: AUTH_SYS, RPCSEC_GSS, ...", ""),
  STATUS(
      "status",
      FieldType.NAMED,
      "outcome of a reply: SUCCESS (0), PROG_MISMATCH (2), ...",
      "rpc.state_accept"),
  CALL_NUMBER("call_number", FieldType.UNSIGNED, "of a reply, number of its call", ""),
  LATENCY("latency_ns", FieldType.DURATION, "of a reply, from its call", "rpc.latency rpc.time"),
  TIMING("timing", FieldType.GROUP, "of a reply, where RDMA moved data", ""),
  TO_FIRST_RDMA(
      "timing.to_first_rdma_ns",
      FieldType.DURATION,
      "from the call to the first Read or Write",
      ""),
  RDMA("timing.rdma_ns", FieldType.DURATION, "from there to the last RDMA packet", ""),
  TO_REPLY("timing.to_reply_ns", FieldType.DURATION, "from there to the end of the reply", ""),
  REPEAT_OF("repeat_of", FieldType.UNSIGNED, "number of the message that it repeats", "rpc.dup"),
  LENGTH("length", FieldType.UNSIGNED, "bytes of the rebuilt RPC message", ""),
  SHA256("sha256", FieldType.TEXT, "of those bytes, with --digest", ""),
  COMPLETE("complete", FieldType.BOOLEAN, "every byte was seen", ""),
  GSS("gss", FieldType.GROUP, "what RPCSEC_GSS did to the body", ""),
  GSS_BODY("gss.body", FieldType.NAMED, "what RPCSEC_GSS did to the body", "");

  private static final ValueNames TYPES = value -> value == 0 ? "call" : "reply";
  private static final ValueNames BODIES =
      value -> value == 0 ? "integrity" : value == 1 ? "privacy" : "context";
  private static final ValueNames FLAVORS = value -> AuthFlavor.of(value).label();
  private static final ValueNames STATUSES = value -> RpcStatusCode.values()[(int) value].name();
  private static final String PREFIX = "rpc";
  private static final int KINDS = 3;

  private final String field;
  private final FieldType type;
  private final String meaning;
  private final String aliases;

  RpcField(String field, FieldType type, String meaning, String aliases) {
    this.field = field;
    this.type = type;
    this.meaning = meaning;
    this.aliases = aliases;
  }

  /** {@return the field} */
  Field<RpcMessage> field() {
    return new Field<>(
        field.isEmpty() ? PREFIX : PREFIX + "." + field,
        List.of(type),
        meaning,
        NameLists.words(aliases),
        names(),
        this);
  }

  private List<String> names() {
    return switch (this) {
      case TYPE -> NameLists.all(TYPES, 2);
      case GSS_BODY -> NameLists.all(BODIES, KINDS);
      case PROGRAM_NAME -> new LateNames(RpcPrograms::programNames);
      case PROCEDURE_NAME -> new LateNames(RpcPrograms::procedureNames);
      case AUTH -> new LateNames(AuthFlavor::labels);
      case STATUS -> NameLists.all(STATUSES, RpcStatusCode.values().length);
      default -> List.of();
    };
  }

  @Override
  public boolean read(RpcMessage message, ValueVisitor to) {
    return message.rpc().isPresent() && read(message, message.rpc().get(), to);
  }

  private boolean read(RpcMessage message, RpcSummary rpc, ValueVisitor to) {
    return switch (this) {
      case RPC -> to.group();
      case TYPE -> to.named(rpc.call() ? 0 : 1, TYPES);
      case XID -> MessageField.unsigned(rpc.xid(), to);
      case PROGRAM -> number(rpc.program(), to);
      case VERSION -> number(rpc.version(), to);
      case PROCEDURE -> number(rpc.procedure(), to);
      case PROGRAM_NAME -> named(rpc.program(), rpc.programName(), to);
      case PROCEDURE_NAME -> named(rpc.procedure(), rpc.procedureName(), to);
      case AUTH -> rpc.auth().isPresent() && auth(rpc, rpc.auth().get(), to);
      case STATUS ->
          rpc.status().isPresent()
              && to.named(RpcStatusCode.valueOf(rpc.status().get()).ordinal(), STATUSES);
      case CALL_NUMBER -> MessageField.number(rpc.callNumber(), to);
      case LATENCY -> MessageField.number(rpc.latencyNanos(), to);
      case TIMING, TO_FIRST_RDMA, RDMA, TO_REPLY ->
          rpc.timing().isPresent() && timing(rpc.timing().get(), to);
      case REPEAT_OF -> MessageField.number(rpc.repeatOf(), to);
      case LENGTH -> MessageField.number(rpc.length(), to);
      case SHA256 -> text(rpc.sha256(), to);
      case COMPLETE -> to.number(rpc.complete() ? 1 : 0);
      case GSS, GSS_BODY -> gss(message, to);
    };
  }

  private boolean timing(RdmaTiming timing, ValueVisitor to) {
    return switch (this) {
      case TIMING -> to.group();
      case TO_FIRST_RDMA -> to.number(timing.toFirstRdma());
      case RDMA -> to.number(timing.rdma());
      default -> to.number(timing.toReply());
    };
  }

  private boolean gss(RpcMessage message, ValueVisitor to) {
    Optional<RpcContent> content = message.content().rpc();
    if (content.isEmpty() || content.get().wrapping().isEmpty()) {
      return false;
    }
    if (this == GSS) {
      return to.group();
    }
    RpcBodyKind kind = content.get().kind();
    return to.named(
        kind == RpcBodyKind.GSS_INTEGRITY ? 0 : kind == RpcBodyKind.GSS_PRIVACY ? 1 : 2, BODIES);
  }

  private static boolean number(OptionalInt value, ValueVisitor to) {
    return MessageField.unsigned(value, to);
  }

  private static boolean auth(RpcSummary rpc, String label, ValueVisitor to) {
    Optional<AuthFlavor> flavor =
        rpc.callHeader().isPresent()
            ? Optional.of(rpc.callHeader().get().credential())
            : AuthFlavor.ofLabel(label);
    return flavor.isPresent() ? to.named(flavor.get().number(), FLAVORS) : to.text(label);
  }

  private static boolean named(OptionalInt number, Optional<String> name, ValueVisitor to) {
    return number.isPresent()
        && name.isPresent()
        && to.named(Integer.toUnsignedLong(number.getAsInt()), value -> name.get());
  }

  private static boolean text(Optional<String> value, ValueVisitor to) {
    return value.isPresent() && to.text(value.get());
  }
}
