package org.rdmadump.rpcrdma;

import org.rdmadump.nvme.CompletionEntry;
import org.rdmadump.nvme.SubmissionEntry;

/**
 * The queue entry that a capsule of NVMe over RDMA begins with.
 *
 * @param exchange the command with its response, without transfers and findings; until it is handed
 *     out, what is known of it, with number 0
 * @param isResponse whether it is the entry of the response
 */
public record NvmeCapsuleHeader(NvmeExchange exchange, boolean isResponse)
    implements MessageHeader {
  @Override
  public int length() {
    return isResponse ? CompletionEntry.LENGTH : SubmissionEntry.LENGTH;
  }
}
