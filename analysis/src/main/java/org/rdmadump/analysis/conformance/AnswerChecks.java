package org.rdmadump.analysis.conformance;

import java.util.List;
import java.util.Optional;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpc.content.RpcBodyKind;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrOutcome;

/**
 * Checks that the contents of a reply answer its call.
 *
 * <pre>{@code
 * Optional<Violation> wrong = AnswerChecks.answeredOperations(exchange);
 * }</pre>
 */
public final class AnswerChecks {
  private AnswerChecks() {}

  /**
   * Checks the results of a reply against its call.
   *
   * <p>A COMPOUND reply must hold results for the operations of the call, in order, up to the
   * operation that failed (RFC 8881 section 16.2.4). ILLEGAL may answer what is no operation of the
   * call's minor version (section 16.2.3), or one of an extension of it. Calls with operations
   * after the data of a WRITE need {@code keepBytes(true)}, unless an operation before failed.
   * Other replies, such as those of NFS version 3, must have the results that the call's procedure
   * declares, up to their last byte.
   *
   * <p>Results that cannot be decoded violate the check, as do missing halves and calls that RPC
   * refused. Replies that set up a security context pass, because they have no operations.
   */
  public static Optional<Violation> answeredOperations(RpcExchange exchange) {
    Optional<Violation> missing = ExchangeChecks.bothHalves(exchange);
    if (missing.isPresent()) {
      return missing;
    }
    RpcMessage call = exchange.call().orElseThrow();
    RpcMessage reply = exchange.reply().orElseThrow();
    if (kind(reply) == RpcBodyKind.GSS_CONTEXT) {
      return Optional.empty();
    }
    if (kind(reply) == RpcBodyKind.NOTHING) {
      return Violation.of(
          "results", "a reply without: " + reply.rpc().flatMap(RpcSummary::status).orElse("none"));
    }
    Optional<XdrContent> results = reply.content().body();
    if (results.isEmpty()) {
      return Violation.of("results that can be decoded", "a body that cannot: " + kind(reply));
    }
    if (reply.content().compound().isEmpty()) {
      return asDeclared(results.get());
    }
    Optional<Nfs4Compound> asked = call.content().compound();
    return asked.isEmpty()
        ? Violation.of("arguments that can be decoded", "a body that cannot: " + kind(call))
        : answered(asked.get(), reply.content().compound().get());
  }

  private static RpcBodyKind kind(RpcMessage message) {
    return message.content().rpc().map(RpcContent::kind).orElse(RpcBodyKind.UNKNOWN);
  }

  private static Optional<Violation> asDeclared(XdrContent results) {
    XdrOutcome outcome = results.check();
    return Violation.unless(
        outcome.end() == XdrEnd.COMPLETE,
        "results as " + results.field().type().name() + " declares them",
        "an end at byte " + outcome.position() + ": " + outcome.end());
  }

  private static Optional<Violation> answered(Nfs4Compound call, Nfs4Compound reply) {
    List<String> called = names(call);
    List<String> answered = names(reply);
    boolean failed = reply.status().filter(status -> status.value() != 0).isPresent();
    boolean reaches = failed && answered.size() <= called.size();
    if (called.size() != call.announced() && !reaches) {
      return Violation.of(
          call.announced() + " operations of the call that can be decoded",
          called.size() + "; behind data of a WRITE they are known with keepBytes(true) only");
    }
    if (reply.operations().size() != reply.announced()) {
      return Violation.of(
          reply.announced() + " results that can be decoded", "those of " + answered);
    }
    boolean follow = reaches || answered.size() == called.size();
    if (follow) {
      int alike = answered.size() - (isLastIllegal(call, reply) ? 1 : 0);
      follow = called.subList(0, alike).equals(answered.subList(0, alike));
    }
    return Violation.unless(follow, "results of " + called, answered);
  }

  /** Whether the last result is ILLEGAL, and answers an operation that a server need not know. */
  private static boolean isLastIllegal(Nfs4Compound call, Nfs4Compound reply) {
    int last = reply.count() - 1;
    return last >= 0
        && reply.operation(last).isIllegal()
        && (call.minorVersion().isEmpty()
            || call.operation(last).mayBeIllegal(call.minorVersion().getAsLong()));
  }

  private static List<String> names(Nfs4Compound compound) {
    return compound.operations().stream().map(Nfs4Operation::name).toList();
  }
}
