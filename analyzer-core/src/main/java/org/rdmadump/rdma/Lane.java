package org.rdmadump.rdma;

/**
 * How the packets that one side of a connection sends are marked for the links on their way: that
 * of the first one seen.
 *
 * @param partitionKey P_Key, 16 bits; {@link #DEFAULT_PARTITION} where the transport has none
 * @param serviceLevel 0 to 15; {@link #NONE} but in native InfiniBand
 * @param virtualLane 0 to 15, on the link that was captured; {@link #NONE} but in native InfiniBand
 */
public record Lane(int partitionKey, int serviceLevel, int virtualLane) {
  /** What a link does not have. */
  public static final int NONE = -1;

  /** The partition that every port is a full member of, unless somebody changed that. */
  public static final int DEFAULT_PARTITION = 0xffff;

  /** The default partition, and a link without lanes. */
  public static final Lane USUAL = new Lane(DEFAULT_PARTITION, NONE, NONE);

  /** {@return whether there is a service level and a virtual lane} */
  public boolean hasLevel() {
    return serviceLevel != NONE;
  }
}
