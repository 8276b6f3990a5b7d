package org.rdmadump.rpcrdma;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.rdma.SettledBy;

/**
 * What an RPC-over-RDMA message is, without its chunks and its bytes. {@link RpcMessage} says the
 * same by methods of its own.
 *
 * <pre>{@code
 * System.out.println(message.outline().sendFrame());
 * }</pre>
 *
 * @param number 1, 2, 3, ... over the whole run
 * @param firstFrame first frame with data of the message
 * @param lastFrame last frame with data of the message
 * @param sendFrame frame that ended the message's Send
 * @param sendBeginNanos time of the first packet that was seen of the Send, be it of a copy that
 *     was sent again, in nanoseconds since the epoch: latencies count from there
 * @param sendNanos time of {@code sendFrame}, likewise: the message's time in every output
 * @param completedNanos time of {@code lastFrame}, likewise
 * @param route which way it went
 * @param header RPC-over-RDMA header
 * @param delivered false if the receiver refused the Send and no repeat was captured
 * @param settledBy what ended the wait for proof that the Send was delivered
 * @param sendPackets packets of the Send, repeats not counted
 * @param sendLength bytes of the Send's payload
 * @param invalidated handle named by Send With Invalidate
 * @param rpc the RPC message; empty where there is none
 * @param layout which way the bytes of the stream came
 */
public record MessageOutline(
    long number,
    long firstFrame,
    long lastFrame,
    long sendFrame,
    long sendBeginNanos,
    long sendNanos,
    long completedNanos,
    MessageRoute route,
    RpcRdmaHeader header,
    boolean delivered,
    SettledBy settledBy,
    int sendPackets,
    int sendLength,
    OptionalInt invalidated,
    Optional<RpcSummary> rpc,
    StreamLayout layout) {}
