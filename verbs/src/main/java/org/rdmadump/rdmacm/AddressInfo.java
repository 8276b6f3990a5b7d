package org.rdmadump.rdmacm;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;

/**
 * One of the addresses that rdma_getaddrinfo(3) found.
 *
 * @param flags of {@link AddressHints}
 * @param type of queue pair
 * @param space number of the port space, {@link PortSpace#code}
 * @param source where to connect from, or listen on; empty if it is open, or none of IP
 * @param destination where to connect to; empty if it is open, or none of IP
 */
public record AddressInfo(
    int flags,
    QueuePairType type,
    int space,
    Optional<InetSocketAddress> source,
    Optional<InetSocketAddress> destination) {}
