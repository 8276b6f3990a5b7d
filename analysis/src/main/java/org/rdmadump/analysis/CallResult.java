package org.rdmadump.analysis;

import java.util.Optional;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * Whether a call did what it was asked to, by its reply: whatever the version of its protocol calls
 * that.
 */
public final class CallResult {
  private static final int OK = 0;

  /** The lock is not granted yet; the server calls when it is (XNFS, NLM: nlm_stats). */
  private static final int LOCK_BLOCKED = 3;

  private static final String LOCK_STATUS = "nlm";
  private static final String MONITOR_STATUS = "sm_result";

  /** Where results of NLM have their status: {@code stat.stat} or {@code test_stat.stat}. */
  private static final int DEEPEST_STATUS = 3;

  private CallResult() {}

  /**
   * {@return whether a reply, or an RDMA_ERROR, says that its call went wrong; empty of calls, and
   * where the status was not seen}
   */
  public static Optional<Boolean> failed(RpcMessage message) {
    if (message.header().error().isPresent()) {
      return Optional.of(true);
    }
    if (message.rpc().isEmpty()) {
      return Optional.empty();
    }
    RpcSummary rpc = message.rpc().get();
    if (rpc.call() || rpc.status().isEmpty()) {
      return Optional.empty();
    }
    if (error(message).isPresent()) {
      return Optional.of(true);
    }
    boolean known = message.content().body().isPresent() || hasNoResults(rpc);
    return known ? Optional.of(false) : Optional.empty();
  }

  /** The procedure 0 of every program has neither arguments nor results (RFC 5531 section 12). */
  private static boolean hasNoResults(RpcSummary rpc) {
    return rpc.procedure().isPresent() && rpc.procedure().getAsInt() == 0;
  }

  /** {@return what went wrong by a reply, in the words of the protocol that says so} */
  public static Optional<String> error(RpcMessage reply) {
    Optional<String> status =
        reply.rpc().isPresent() ? reply.rpc().get().status() : Optional.empty();
    if (status.isPresent() && !status.get().equals(RpcStatusCode.SUCCESS.name())) {
      return status;
    }
    Optional<XdrContent> body = reply.content().body();
    if (body.isPresent() && ResultStatus.isOk(body.get())) {
      return Optional.empty();
    }
    if (body.isEmpty()) {
      return ofContext(reply.content());
    }
    Optional<XdrNumber> result = result(reply.content());
    return result.isPresent() && result.get().value() != OK
        ? Optional.of(result.get().text())
        : Optional.empty();
  }

  /** What a server says of a security context that was asked for (RFC 2203 section 5.2.3.1). */
  private static Optional<String> ofContext(MessageContent reply) {
    Optional<XdrContent> made = reply.rpc().flatMap(RpcContent::wrapping);
    // The upper half of a status has the errors: RFC 2744 section 3.9.1.
    return made.isPresent()
            && made.get().tree().at("gss_major").orElse(null) instanceof XdrNumber major
            && major.value() >> Short.SIZE != 0
        ? Optional.of(major.text())
        : Optional.empty();
  }

  private static Optional<XdrNumber> result(MessageContent reply) {
    Optional<XdrNumber> status = reply.status();
    Optional<XdrContent> body = reply.body();
    if (status.isPresent() || body.isEmpty() || reply.compound().isPresent()) {
      return status;
    }
    Optional<XdrNumber> lock = ofLock(body.get().tree(), DEEPEST_STATUS);
    return lock.isPresent() && lock.get().value() == LOCK_BLOCKED ? Optional.empty() : lock;
  }

  /** The status of a lock, which stands behind a cookie. */
  private static Optional<XdrNumber> ofLock(XdrValue value, int depth) {
    if (value instanceof XdrNumber number) {
      String type = number.field().type().name();
      return type.equals(MONITOR_STATUS) || (type.startsWith(LOCK_STATUS) && type.endsWith("stats"))
          ? Optional.of(number)
          : Optional.empty();
    }
    if (depth == 0) {
      return Optional.empty();
    }
    if (value instanceof XdrUnion union) {
      return ofLock(union.discriminant(), depth - 1);
    }
    if (value instanceof XdrStruct struct) {
      for (int i = 0; i < struct.size(); i++) {
        Optional<XdrNumber> found = ofLock(struct.get(i), depth - 1);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }
}
