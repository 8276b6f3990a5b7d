package org.rdmadump.rpcrdma;

import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Finding;

/**
 * A call with its reply and what RDMA did for them.
 *
 * <pre>{@code
 * capture.exchanges().forEach(each -> System.out.println(each.transfers().size()));
 * }</pre>
 *
 * @param xid transaction identifier
 * @param connection 1-based index of the connection
 * @param call empty where it was not captured
 * @param reply empty where it was not captured or never came
 * @param timing where the time went, if both ends and a transfer were captured
 * @param transfers RDMA operations in the order of their first frames
 * @param findings what was noticed about the pair itself
 */
public record RpcExchange(
    int xid,
    int connection,
    Optional<RpcMessage> call,
    Optional<RpcMessage> reply,
    Optional<RdmaTiming> timing,
    List<RdmaTransfer> transfers,
    List<Finding> findings) {
  /** Copies the lists: an exchange does not change. */
  public RpcExchange {
    transfers = List.copyOf(transfers);
    findings = List.copyOf(findings);
  }
}
