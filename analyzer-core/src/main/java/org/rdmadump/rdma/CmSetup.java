package org.rdmadump.rdma;

import java.util.OptionalInt;

/**
 * A connection that the connection manager made, by its REQ and REP. What a snap length cut is
 * empty.
 *
 * <p>IBTA volume 1, 12.6.5 and 12.6.8.
 *
 * @param serviceId what was asked for, 64 bits
 * @param pathMtu payload bytes of a full packet, 256 to 4096
 * @param retryCount how often the asked end retransmits before it gives up, 0 to 7
 * @param active the end that asked
 * @param passive the end that was asked
 */
public record CmSetup(
    long serviceId, OptionalInt pathMtu, OptionalInt retryCount, CmEnd active, CmEnd passive)
    implements ConnectionSetup {}
