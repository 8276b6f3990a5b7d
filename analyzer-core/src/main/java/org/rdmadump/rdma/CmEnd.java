package org.rdmadump.rdma;

import java.util.OptionalInt;

/**
 * What one end of a connection said to the connection manager; empty where that was not captured.
 *
 * @param responderResources RDMA Reads and atomics that it serves at once, 0 to 255
 * @param initiatorDepth RDMA Reads and atomics that it has outstanding at most, 0 to 255
 * @param startingPsn PSN with which the other end is to begin, 24 bits
 * @param rnrRetryCount how often the other end retransmits after an RNR NAK; 7 is for ever
 */
public record CmEnd(
    OptionalInt responderResources,
    OptionalInt initiatorDepth,
    OptionalInt startingPsn,
    OptionalInt rnrRetryCount) {
  /** An end without parameters, or whose parameters were not captured. */
  public static final CmEnd UNKNOWN =
      new CmEnd(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

  /** {@return whether it said anything of itself that was captured} */
  public boolean isKnown() {
    return responderResources.isPresent()
        || initiatorDepth.isPresent()
        || startingPsn.isPresent()
        || rnrRetryCount.isPresent();
  }
}
