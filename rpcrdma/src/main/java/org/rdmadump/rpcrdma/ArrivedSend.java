package org.rdmadump.rpcrdma;

import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Send;

/**
 * A Send with an RPC-over-RDMA message, of which it is not known yet whether it was delivered.
 *
 * @param send the Send
 * @param parsed its header
 * @param role what the message is
 * @param call of a call that one, of a repeat the call that it repeats
 * @param findings what was noticed so far
 */
record ArrivedSend(
    Send send,
    ParsedHeader parsed,
    MessageRole role,
    Optional<CallInFlight> call,
    List<Finding> findings) {
  Draft draft() {
    Draft draft = new Draft(send, parsed);
    draft.findings.addAll(findings);
    return draft;
  }
}
