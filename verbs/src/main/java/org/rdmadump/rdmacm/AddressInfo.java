package org.rdmadump.rdmacm;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;

/**
 * An address found by rdma_getaddrinfo(3).
 *
 * @param flags flags of {@link AddressHints}
 * @param type type of the queue pair
 * @param space number of the port space, {@link PortSpace#code}
 * @param source local address to connect from or to listen on; empty if it is open or not IP
 * @param destination address to connect to; empty if it is open or not IP
 */
public record AddressInfo(
    int flags,
    QueuePairType type,
    int space,
    Optional<InetSocketAddress> source,
    Optional<InetSocketAddress> destination) {}
