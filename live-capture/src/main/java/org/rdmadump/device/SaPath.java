package org.rdmadump.device;

import java.util.OptionalInt;

/**
 * How an end port addresses the subnet administrator: the queue pair for general services at the
 * subnet manager's LID.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 15.4.2.
 *
 * @param port from where
 * @param destinationLid LID of the subnet manager
 * @param sourceLid LID of the port
 * @param serviceLevel that of the subnet manager, 0 to 15
 * @param pKeyIndex where the default P_Key is in the port's table
 * @param packetLifeTime 4.096 µs times 2 to the power of this, if the subnet's timeout is known
 */
public record SaPath(
    EndPort port,
    int destinationLid,
    int sourceLid,
    int serviceLevel,
    int pKeyIndex,
    OptionalInt packetLifeTime) {
  /** The queue pair for general services, on both sides. */
  public static final int QUEUE_PAIR = 1;

  /** The Q_Key of that queue pair (10.2.5). */
  public static final int Q_KEY = 0x80010000;
}
