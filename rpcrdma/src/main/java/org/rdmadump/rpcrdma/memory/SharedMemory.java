package org.rdmadump.rpcrdma.memory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.SentOrder;

/**
 * Memory of commands in flight that have addresses in common: a host may write one buffer to
 * several places. An operation is of the oldest command that has its memory and needs it, because
 * controllers begin commands in the order in which they were sent, as a rule.
 */
final class SharedMemory {
  /** Advertisements with one handle that are followed: a host may have one for all its memory. */
  static final int MOST_SHARING = 4096;

  /** Those that overlap others. */
  private final Set<RdmaSegment> shared = new HashSet<>();

  /** Places of responses, by the memory of the commands that they answer. */
  private final Map<RdmaSegment, Long> answered = new HashMap<>();

  /** Takes an advertisement. */
  void add(RdmaSegment segment, List<RdmaSegment> sameHandle) {
    for (int i = 0; i < sameHandle.size(); i++) {
      RdmaSegment other = sameHandle.get(i);
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

  /** The advertisement that an operation is of; null if none fits. */
  @Nullable RdmaSegment takerOf(List<RdmaSegment> sameHandle, RdmaOperation operation) {
    RdmaSegment newest = null;
    RdmaSegment touched = null;
    for (int i = 0; i < sameHandle.size(); i++) {
      RdmaSegment segment = sameHandle.get(i);
      if (segment.contains(operation.address(), operation.length())) {
        if (takes(segment, operation)) {
          if (!segment.hasBegun(operation, Integer.MAX_VALUE)) {
            return segment;
          }
          newest = segment;
        }
      } else if (segment.touches(operation.address()) && takes(segment, operation)) {
        touched = segment;
      }
    }
    return newest == null ? touched : newest;
  }

  private boolean takes(RdmaSegment segment, RdmaOperation operation) {
    if (!segment.takes(operation)) {
      return false;
    }
    Long response = answered.get(segment);
    return response == null || operation.order() == SentOrder.NONE || operation.order() <= response;
  }
}
