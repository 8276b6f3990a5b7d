package org.rdmadump.device;

import java.util.OptionalInt;

/**
 * The path from an end port to the subnet administrator: the queue pair for general services at the
 * subnet manager's LID.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 15.4.2.
 *
 * @param port the end port
 * @param destinationLid LID of the subnet manager
 * @param sourceLid LID of the port
 * @param serviceLevel service level of the subnet manager, 0 to 15
 * @param pKeyIndex index of the default P_Key in the port's table
 * @param packetLifeTime exponent of the packet lifetime, 4.096 µs * 2<sup>exponent</sup>; empty if
 *     the subnet timeout is unknown
 */
public record SaPath(
    EndPort port,
    int destinationLid,
    int sourceLid,
    int serviceLevel,
    int pKeyIndex,
    OptionalInt packetLifeTime) {
  /** The queue pair for general services, at both ends. */
  public static final int QUEUE_PAIR = 1;

  /** The Q_Key of this queue pair (10.2.5). */
  public static final int Q_KEY = 0x80010000;
}
