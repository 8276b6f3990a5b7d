package org.rdmadump.analysis.field.message;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.xdr.HeaderParts;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** Fields of RPC that Wireshark has and we have no field of our own for. */
@SuppressWarnings("EnumOrdinal") // The first ones are numbered as in RFC 5531.
final class WiresharkRpc {
  private WiresharkRpc() {}

  /** Adds them. */
  static void add(FieldRegistry<RpcMessage> fields) {
    fields
        .add(
            number(
                "rpc.auth.flavor",
                "flavours of the credential and of the verifier",
                HeaderParts::flavors))
        .add(
            number(
                "rpc.state_accept",
                "as rpc.status: outcome of a reply that was accepted",
                (message, to) -> {
                  Optional<RpcStatusCode> code = status(message.rpc());
                  return code.isPresent()
                      && isAccepted(code.get())
                      && to.number(code.get().ordinal());
                }))
        .add(
            number(
                "rpc.replystat",
                "as rpc.status: 0 for a reply that was accepted, 1 for one that was denied",
                (message, to) -> {
                  Optional<RpcStatusCode> code = status(message.rpc());
                  return code.isPresent() && to.number(isAccepted(code.get()) ? 0 : 1);
                }))
        .add(
            number(
                "rpc.state_reject",
                "as rpc.status: why a reply was denied: 0 the version of RPC, 1 the credential",
                (message, to) -> {
                  Optional<RpcStatusCode> code = status(message.rpc());
                  return code.isPresent()
                      && !isAccepted(code.get())
                      && to.number(code.get() == RpcStatusCode.RPC_MISMATCH ? 0 : 1);
                }))
        .add(
            number(
                "nfs.ops.count",
                "operations of a compound",
                (message, to) ->
                    isNfs(message, 4)
                        && message.content().compound().isPresent()
                        && to.number(message.content().compound().get().count())))
        .add(
            number(
                "rpc.repframe",
                "for a reply, frame that ended the Send of its call",
                (message, to) ->
                    message.call().isPresent() && to.number(message.call().get().sendFrame())));
  }

  /** {@return what only the pair of a call and its reply tells} */
  static Field<RpcExchange> replyFrame() {
    return number(
        "rpc.reqframe",
        "for a call, frame that ended the Send of its reply",
        (exchange, to) ->
            exchange.call().isPresent()
                && exchange.reply().isPresent()
                && to.number(exchange.reply().get().sendFrame()));
  }

  /** {@return a number by a name of Wireshark's} */
  static <R> Field<R> number(String name, String meaning, FieldReader<R> reader) {
    return new Field<>(
        name,
        List.of(FieldType.UNSIGNED),
        meaning,
        List.of(),
        List.of(),
        reader,
        InJson.NEVER,
        Dialect.WIRESHARK);
  }

  private static Optional<RpcStatusCode> status(Optional<RpcSummary> rpc) {
    return rpc.flatMap(RpcSummary::status).map(RpcStatusCode::valueOf);
  }

  private static boolean isAccepted(RpcStatusCode code) {
    return code.compareTo(RpcStatusCode.SYSTEM_ERR) <= 0;
  }

  /** {@return the messages that a word of the table of Wireshark's names stands for} */
  static Predicate<RpcMessage> in(String place) {
    return switch (place) {
      case "call" -> message -> message.rpc().isPresent() && message.rpc().get().call();
      case "reply" -> message -> message.rpc().isPresent() && !message.rpc().get().call();
      case "accepted" ->
          message -> status(message.rpc()).filter(WiresharkRpc::isAccepted).isPresent();
      case "denied" -> message -> status(message.rpc()).filter(it -> !isAccepted(it)).isPresent();
      case "v2" -> message -> isNfs(message, 2);
      case "v3" -> message -> isNfs(message, 3);
      case "v4" -> message -> isNfs(message, 4);
      case "acl3" -> message -> isOf(message, RpcPrograms.NFS_ACL, 3);
      case "compound" -> message -> message.content().compound().isPresent();
      case "callback" -> message -> RpcPrograms.isTransient(program(message));
      default -> throw new IllegalArgumentException(place);
    };
  }

  private static boolean isNfs(RpcMessage message, int version) {
    return isOf(message, RpcPrograms.NFS, version);
  }

  private static boolean isOf(RpcMessage message, long program, int version) {
    return program(message) == program
        && message.rpc().orElseThrow().version().orElse(0) == version;
  }

  private static long program(RpcMessage message) {
    return message.rpc().isPresent() && message.rpc().get().program().isPresent()
        ? Integer.toUnsignedLong(message.rpc().get().program().getAsInt())
        : 0;
  }
}
