package org.rdmadump.analysis.check;

import java.util.Optional;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A finding with its messages, for filters.
 *
 * @param finding the finding
 * @param call the message, or the call of the exchange; empty if the finding is about neither
 * @param reply the reply of the exchange; empty if the finding is not about an exchange, or the
 *     exchange has no reply
 * @param nvme the NVMe command; empty if the finding is about none
 * @param connection the connection, if the finding is about it and about none of its messages
 */
public record FindingSubject(
    CheckFinding finding,
    Optional<RpcMessage> call,
    Optional<RpcMessage> reply,
    Optional<NvmeExchange> nvme,
    Optional<ConnectionRecord> connection) {
  /** A finding that is about no connection without RPC-over-RDMA. */
  public FindingSubject(
      CheckFinding finding,
      Optional<RpcMessage> call,
      Optional<RpcMessage> reply,
      Optional<NvmeExchange> nvme) {
    this(finding, call, reply, nvme, Optional.empty());
  }

  /** A finding about messages, or about none. */
  public FindingSubject(
      CheckFinding finding, Optional<RpcMessage> call, Optional<RpcMessage> reply) {
    this(finding, call, reply, Optional.empty(), Optional.empty());
  }
}
