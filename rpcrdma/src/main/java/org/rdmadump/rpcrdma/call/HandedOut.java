package org.rdmadump.rpcrdma.call;

import org.jspecify.annotations.Nullable;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;

/**
 * What is known of a call that was handed out as a message, until it is answered.
 *
 * @param number of the message
 * @param sendFrame frame that ended its Send by then
 * @param route which way it went
 * @param sendLength bytes of its Send
 * @param rpc the RPC message; null where there is none
 * @param layout which way the bytes of its stream came
 */
record HandedOut(
    long number,
    long sendFrame,
    MessageRoute route,
    int sendLength,
    @Nullable RpcSummary rpc,
    StreamLayout layout) {}
