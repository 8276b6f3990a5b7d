package org.rdmadump.analysis.check;

import java.util.Optional;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A finding with the messages that it is about.
 *
 * @param finding the finding
 * @param call the message, or the call of the exchange; empty if it is about none
 * @param reply the reply of the exchange; empty if it is about one message, or none
 */
public record FindingSubject(
    CheckFinding finding, Optional<RpcMessage> call, Optional<RpcMessage> reply) {}
