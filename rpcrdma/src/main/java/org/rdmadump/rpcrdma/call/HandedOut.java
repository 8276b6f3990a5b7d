package org.rdmadump.rpcrdma.call;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;

/**
 * What is known of a call that was handed out as a message, until it is answered.
 *
 * @param number of the message
 * @param sendFrame frame that ended its Send by then
 * @param route which way it went
 * @param length bytes of the RPC message; -1 where that is not known
 * @param missing what of its stream was not seen; null where there is no RPC message
 * @param layout which way the bytes of its stream came
 * @param rpc the RPC message; null where there is none, or nobody takes messages
 */
record HandedOut(
    long number,
    long sendFrame,
    MessageRoute route,
    long length,
    @Nullable List<MissingRange> missing,
    StreamLayout layout,
    @Nullable RpcSummary rpc) {}
