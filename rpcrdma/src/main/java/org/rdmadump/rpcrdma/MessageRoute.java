package org.rdmadump.rpcrdma;

import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Transport;

/**
 * Which way messages went: what is the same of all that one side of a connection sends, until more
 * is known of the connection.
 *
 * <pre>{@code
 * MessageRoute route = message.outline().route();
 * System.out.println(route.source() + " to " + route.destination());
 * }</pre>
 *
 * @param runNanos time of the first frame of the run, in nanoseconds since the epoch
 * @param transport wire protocol
 * @param lane how the sender's packets are marked
 * @param connection 1-based index of the connection
 * @param recognition how its two directions were found to belong together, as far as known by now
 * @param direction towards the server or the client
 * @param source sender of the Send
 * @param destination receiver of the Send
 */
public record MessageRoute(
    long runNanos,
    Transport transport,
    Lane lane,
    int connection,
    Recognition recognition,
    Direction direction,
    Endpoint source,
    Endpoint destination) {}
