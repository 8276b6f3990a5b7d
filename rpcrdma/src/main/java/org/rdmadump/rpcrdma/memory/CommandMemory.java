package org.rdmadump.rpcrdma.memory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.SentOrder;

/**
 * Memory of commands in flight that have addresses in common, as a host may write one buffer to
 * several places, and up to where operations are theirs.
 */
final class CommandMemory {
  /** Advertisements with one handle that are followed: a host may have one for all its memory. */
  static final int MOST_SHARING = 4096;

  /** Those that overlap others. */
  private final Set<RdmaSegment> shared = new HashSet<>();

  /** Places of responses, by the memory of the commands that they answer. */
  private final Map<RdmaSegment, Long> answered = new HashMap<>();

  /** Takes an advertisement. */
  void add(RdmaSegment segment, List<RdmaSegment> same) {
    for (int i = 0; i < same.size(); i++) {
      RdmaSegment other = same.get(i);
      if (other.overlaps(segment) && !answered.containsKey(other)) {
        shared.add(other);
        shared.add(segment);
      }
    }
  }

  /** Lets go of one. */
  void forget(RdmaSegment segment) {
    boolean unusedShared = shared.remove(segment);
    Long unusedPlace = answered.remove(segment);
  }

  /** Takes note of a response; behind it nothing moves for its command. */
  void answered(RdmaSegment segment, long response) {
    answered.put(segment, response == SentOrder.NONE ? Long.MAX_VALUE : response);
  }

  /** Whether an advertisement overlaps another. */
  boolean isShared(RdmaSegment segment) {
    return shared.contains(segment);
  }

  /** Whether the command of an advertisement was answered before an operation. */
  boolean isOver(RdmaSegment segment, RdmaOperation operation) {
    Long response = answered.get(segment);
    return response != null && operation.order() != SentOrder.NONE && operation.order() > response;
  }
}
