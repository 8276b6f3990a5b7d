package org.rdmadump.analysis.field.message;

import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.DURATION;
import static org.rdmadump.analysis.field.FieldType.GROUP;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.field.FieldNeed;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.NumberBlock;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcStatus;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** What is known of the RPC message, credentials apart. */
@SuppressWarnings("EnumOrdinal") // Where an enumeration is all names that values can have.
public final class RpcFields {
  private static final List<String> BODIES = List.of("integrity", "privacy", "context");
  private static final ValueNames BODY = value -> BODIES.get((int) value);
  private static final ValueNames FLAVORS = value -> AuthFlavor.of(value).label();
  private static final List<String> STATUSES =
      NameLists.of(RpcStatusCode.values(), RpcStatusCode::name);
  private static final ValueNames STATUS = value -> STATUSES.get((int) value);

  private RpcFields() {}

  /** {@return them as fields of messages} */
  static FieldRegistry<RpcMessage> fields() {
    return new FieldRegistry<RpcMessage>("messages")
        .optionalPart(
            "rpc",
            "the RPC message",
            identity().addAll(procedure()).addAll(answer()).addAll(extent()),
            RpcMessage::rpc)
        .add(GROUP, "rpc.gss", "protection of the body by RPCSEC_GSS", RpcFields::gss)
        .inJson(InJson.NEVER)
        .add(NAMED, "rpc.gss.body", "protection of the body by RPCSEC_GSS", RpcFields::gssBody)
        .values(BODIES)
        .inJson(InJson.NEVER)
        .add(
            new ListGroup<>("rpc.missing", Parts.missing(), RpcFields::missing),
            "missing ranges of the RPC message");
  }

  /** {@return of a reply how it belongs to its call; what a message repeats} */
  public static FieldRegistry<RpcSummary> answer() {
    NumberBlock<RpcSummary> of = new Answer();
    return new FieldRegistry<RpcSummary>("RPC messages")
        .add(
            NAMED,
            "auth_stat",
            "reason of an AUTH_ERROR: AUTH_BADCRED (1), RPCSEC_GSS_CTXPROBLEM (14), ...",
            RpcFields::authStat)
        .values(RpcStatus.authStats())
        .numbered(List.of(RpcStatus.NUMBERED))
        .add(
            UNSIGNED,
            "lowest_version",
            "of a PROG_MISMATCH or RPC_MISMATCH, the lowest version that the server has",
            (rpc, to) -> isMismatch(rpc) && to.number(rpc.refusal().get().low()))
        .add(
            UNSIGNED,
            "highest_version",
            "of a PROG_MISMATCH or RPC_MISMATCH, the highest version that the server has",
            (rpc, to) -> isMismatch(rpc) && to.number(rpc.refusal().get().high()))
        .add(UNSIGNED, "call_number", "for a reply, number of its call", of.at(0))
        .add(DURATION, "latency_ns", "for a reply, time since its call", of.at(1))
        .also("rpc.latency")
        .optionalPart(
            "timing",
            "for a reply, parts of the latency if RDMA moved data",
            timing(),
            RpcSummary::timing)
        .add(UNSIGNED, "repeat_of", "number of the repeated message", of.at(2));
  }

  private static final class Answer extends NumberBlock<RpcSummary> {
    @Override
    protected int find(RpcSummary rpc, long[] to) {
      return put(rpc.callNumber(), to, 0)
          | put(rpc.latencyNanos(), to, 1)
          | put(rpc.repeatOf(), to, 2);
    }
  }

  /** {@return how much there is of the message} */
  public static FieldRegistry<RpcSummary> extent() {
    NumberBlock<RpcSummary> of = new Extent();
    return new FieldRegistry<RpcSummary>("RPC messages")
        .add(UNSIGNED, "length", "bytes of the rebuilt RPC message", of.at(0))
        .in(FieldUnit.BYTES)
        .add(TEXT, "sha256", "SHA-256 of the RPC message; in JSON with --digest", RpcFields::sha256)
        .needs(FieldNeed.DIGEST)
        .add(BOOLEAN, "complete", "every byte was captured", of.at(1));
  }

  private static final class Extent extends NumberBlock<RpcSummary> {
    @Override
    protected int find(RpcSummary rpc, long[] to) {
      to[1] = rpc.complete() ? 1 : 0;
      return 0b10 | put(rpc.length(), to, 0);
    }
  }

  /** {@return what tells a call or a reply from others} */
  public static FieldRegistry<RpcSummary> identity() {
    NumberBlock<RpcSummary> of = new Identity();
    return new FieldRegistry<RpcSummary>("RPC messages")
        .named("type", "call (0) or reply (1)", of.at(0, List.of("call", "reply")))
        .add(HEX32, "xid", "XID of the RPC message", of.at(1));
  }

  private static final class Identity extends NumberBlock<RpcSummary> {
    @Override
    protected int find(RpcSummary rpc, long[] to) {
      to[0] = rpc.call() ? 0 : 1;
      to[1] = Integer.toUnsignedLong(rpc.xid());
      return ALL;
    }
  }

  /** {@return what is called, by whom, and what came of it} */
  public static FieldRegistry<RpcSummary> procedure() {
    NumberBlock<RpcSummary> of = new Procedure();
    return new FieldRegistry<RpcSummary>("RPC messages")
        .add(UNSIGNED, "program", "program number; for a reply, that of its call", of.at(0))
        .add(UNSIGNED, "version", "version of the program", of.at(1))
        .add(UNSIGNED, "procedure", "number of the procedure", of.at(2))
        .add(
            NAMED,
            "program_name",
            "NFS, NFS_ACL, NFS_CB, ...",
            (rpc, to) -> named(rpc.program(), rpc.programName(), to))
        .values(new LateNames(RpcPrograms::programNames))
        .add(
            NAMED,
            "procedure_name",
            "READ, COMPOUND, ...",
            (rpc, to) -> named(rpc.procedure(), rpc.procedureName(), to))
        .values(new LateNames(RpcPrograms::procedureNames))
        .add(NAMED, "auth", "credential of a call: AUTH_SYS, RPCSEC_GSS, ...", RpcFields::auth)
        .values(new LateNames(AuthFlavor::labels))
        .numbered(List.of(AuthFlavor.NUMBERED))
        .add(
            NAMED,
            "status",
            "outcome of a reply: SUCCESS (0), PROG_MISMATCH (2), ...",
            RpcFields::status)
        .values(STATUSES);
  }

  private static final class Procedure extends NumberBlock<RpcSummary> {
    @Override
    protected int find(RpcSummary rpc, long[] to) {
      return put(rpc.program(), to, 0) | put(rpc.version(), to, 1) | put(rpc.procedure(), to, 2);
    }
  }

  private static FieldRegistry<RdmaTiming> timing() {
    return timing(
        "time from the call to the first RDMA Read or Write",
        "time from the first RDMA packet to the last",
        "time from the last RDMA packet to the end of the reply");
  }

  /** {@return how long RDMA took, with what is said of each part of the time} */
  static FieldRegistry<RdmaTiming> timing(String toFirst, String rdma, String toReply) {
    NumberBlock<RdmaTiming> of = new Timing();
    return new FieldRegistry<RdmaTiming>("times")
        .add(DURATION, "to_first_rdma_ns", toFirst, of.at(0))
        .add(DURATION, "rdma_ns", rdma, of.at(1))
        .add(DURATION, "to_reply_ns", toReply, of.at(2));
  }

  private static final class Timing extends NumberBlock<RdmaTiming> {
    @Override
    protected int find(RdmaTiming timing, long[] to) {
      to[0] = timing.toFirstRdma();
      to[1] = timing.rdma();
      to[2] = timing.toReply();
      return ALL;
    }
  }

  private static List<MissingRange> missing(RpcMessage message) {
    Optional<RpcSummary> rpc = message.rpc();
    return rpc.isPresent() ? rpc.get().missing() : List.of();
  }

  private static boolean sha256(RpcSummary rpc, ValueVisitor to) {
    return rpc.sha256().isPresent() && to.text(rpc.sha256().get());
  }

  private static boolean named(OptionalInt number, Optional<String> name, ValueVisitor to) {
    return number.isPresent()
        && name.isPresent()
        && to.named(Integer.toUnsignedLong(number.getAsInt()), name.get());
  }

  private static boolean auth(RpcSummary rpc, ValueVisitor to) {
    if (rpc.auth().isEmpty()) {
      return false;
    }
    if (rpc.callHeader().isPresent()) {
      return to.named(rpc.callHeader().get().credential().number(), FLAVORS);
    }
    Optional<AuthFlavor> flavor = AuthFlavor.ofLabel(rpc.auth().get());
    return flavor.isPresent()
        ? to.named(flavor.get().number(), FLAVORS)
        : to.text(rpc.auth().get());
  }

  private static boolean status(RpcSummary rpc, ValueVisitor to) {
    Optional<String> status = rpc.status();
    return status.isPresent() && to.named(RpcStatusCode.valueOf(status.get()).ordinal(), STATUS);
  }

  private static boolean authStat(RpcSummary rpc, ValueVisitor to) {
    Optional<RpcStatus> refusal = rpc.refusal();
    return refusal.isPresent()
        && refusal.get().code() == RpcStatusCode.AUTH_ERROR
        && to.named(refusal.get().authStat(), RpcStatus::authStatName);
  }

  private static boolean isMismatch(RpcSummary rpc) {
    return rpc.refusal().isPresent() && rpc.refusal().get().code() != RpcStatusCode.AUTH_ERROR;
  }

  private static boolean gss(RpcMessage message, ValueVisitor to) {
    return wrapped(message).isPresent() && to.group();
  }

  private static boolean gssBody(RpcMessage message, ValueVisitor to) {
    Optional<RpcContent> content = wrapped(message);
    return content.isPresent() && to.named(body(content.get()), BODY);
  }

  private static Optional<RpcContent> wrapped(RpcMessage message) {
    Optional<RpcContent> content = message.content().rpc();
    return content.isPresent() && content.get().wrapping().isPresent() ? content : Optional.empty();
  }

  private static int body(RpcContent content) {
    return switch (content.kind()) {
      case GSS_INTEGRITY -> 0;
      case GSS_PRIVACY -> 1;
      default -> 2;
    };
  }
}
