package org.rdmadump.analysis.check;

import java.util.Optional;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A finding with its messages, for filters.
 *
 * @param finding the finding
 * @param call the message, or the call of the exchange; empty if the finding is about neither
 * @param reply the reply of the exchange; empty if the finding is not about an exchange, or the
 *     exchange has no reply
 */
public record FindingSubject(
    CheckFinding finding, Optional<RpcMessage> call, Optional<RpcMessage> reply) {}
