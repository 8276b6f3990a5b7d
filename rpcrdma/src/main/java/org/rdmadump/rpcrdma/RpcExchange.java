package org.rdmadump.rpcrdma;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.nfs.FileNames;

/**
 * A call with its reply and what RDMA did for them.
 *
 * <pre>{@code
 * capture.exchanges().forEach(each -> System.out.println(each.operation() + " " + each.latency()));
 * }</pre>
 *
 * @param xid transaction identifier
 * @param connection 1-based index of the connection
 * @param call empty where it was not captured
 * @param reply empty where it was not captured or never came
 * @param timing parts of the latency, if both messages and a transfer were captured
 * @param transfers RDMA operations in the order of their first frames
 * @param findings findings about the pair, and those in {@code refused}
 * @param refused those of {@code findings} that are about replies that their receiver refused: each
 *     is a message that is not part of the exchange, and has them too
 */
public record RpcExchange(
    int xid,
    int connection,
    Optional<RpcMessage> call,
    Optional<RpcMessage> reply,
    Optional<RdmaTiming> timing,
    List<RdmaTransfer> transfers,
    List<Finding> findings,
    List<Finding> refused) {
  /** Copies the lists: an exchange does not change. */
  public RpcExchange {
    transfers = RpcMessage.copy(transfers);
    findings = RpcMessage.copy(findings);
    refused = RpcMessage.copy(refused);
  }

  /** An exchange without a reply that its receiver refused. */
  public RpcExchange(
      int xid,
      int connection,
      Optional<RpcMessage> call,
      Optional<RpcMessage> reply,
      Optional<RdmaTiming> timing,
      List<RdmaTransfer> transfers,
      List<Finding> findings) {
    this(xid, connection, call, reply, timing, transfers, findings, List.of());
  }

  /**
   * {@return whether it is a call of RPC without an answer, be that a reply or an RDMA_ERROR}
   * Another copy of the call, over another connection, may have one: {@link RpcSummary#repeatOf}.
   */
  public boolean isUnanswered() {
    return reply.isEmpty() && call.isPresent() && call.get().rpc().isPresent();
  }

  /** {@return whether it is an answer whose call was not captured: a reply, or an RDMA_ERROR} */
  public boolean isAnswerWithoutCall() {
    return call.isEmpty()
        && reply.isPresent()
        && (reply.get().rpc().isPresent() || reply.get().header().isError());
  }

  /** {@return the findings that no message has} */
  public List<Finding> findingsOfPair() {
    return refused.isEmpty()
        ? findings
        : findings.stream().filter(each -> !refused.contains(each)).toList();
  }

  /** {@return the transaction identifier as people write it: {@code 0x12345678}} */
  public String xidText() {
    return Hex.of(xid);
  }

  /**
   * {@return the operation of the call, as {@link RpcMessage#operation()}; without the call, that
   * of the reply}
   */
  public Optional<String> operation() {
    Optional<RpcMessage> known = call.isPresent() ? call : reply;
    return known.isPresent() ? known.get().operation() : Optional.empty();
  }

  /**
   * {@return the names of the files that it is about: those of the reply, which may have told some;
   * those of the call if the reply has none}
   */
  public FileNames names() {
    FileNames ofReply = reply.isPresent() ? reply.get().content().names() : FileNames.NONE;
    return ofReply.isEmpty() && call.isPresent() ? call.get().content().names() : ofReply;
  }

  /** {@return the status of the reply, as {@link RpcMessage#status()}; empty without a reply} */
  public Optional<String> status() {
    return reply.isPresent() ? reply.get().status() : Optional.empty();
  }

  /**
   * {@return the time from the first frame of the call's Send to the last frame of the reply's;
   * empty unless both were captured} An RDMA_ERROR is a reply here.
   */
  public Optional<Duration> latency() {
    OptionalLong nanos = latencyNanos();
    return nanos.isPresent() ? Optional.of(Duration.ofNanos(nanos.getAsLong())) : Optional.empty();
  }

  /** {@return the same in nanoseconds} */
  public OptionalLong latencyNanos() {
    if (reply.isEmpty()) {
      return OptionalLong.empty();
    }
    RpcMessage answer = reply.get();
    return answer.rpc().isPresent() ? answer.rpc().get().latencyNanos() : untilError(answer);
  }

  /** How long the call waited for an RDMA_ERROR, which has no RPC header that says so. */
  private OptionalLong untilError(RpcMessage answer) {
    if (call.isEmpty() || !answer.header().isError()) {
      return OptionalLong.empty();
    }
    long nanos = answer.sendNanos() - call.get().sendBeginNanos();
    return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos);
  }
}
