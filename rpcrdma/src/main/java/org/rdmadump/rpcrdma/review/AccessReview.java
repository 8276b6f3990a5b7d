package org.rdmadump.rpcrdma.review;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.memory.RdmaInfo;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/**
 * Whether the peers use the memory that they advertised to each other as it was advertised. Where
 * an advertisement may not be in the capture, nothing is held against anyone.
 */
public final class AccessReview {
  private final PeerReview review;

  /** Whether the capture begins before the first advertisement. */
  private final boolean fromStart;

  /**
   * A review of a connection.
   *
   * @param fromStart whether the capture begins before the first advertisement
   */
  public AccessReview(PeerReview review, boolean fromStart) {
    this.review = review;
    this.fromStart = fromStart;
  }

  /**
   * Judges an operation by the memory that it is on.
   *
   * @param memory of the side whose memory it is
   * @return what is wrong, if that is not for the message to tell whose memory it turns out to be
   */
  public Optional<Finding> judge(
      RdmaOperation operation, RdmaInfo memory, RdmaSubSegment subSegment) {
    return subSegment.segment().kind() == RdmaSegment.Kind.UNKNOWN
        ? judgeUnknown(operation, memory, subSegment)
        : judgeKnown(operation, memory, subSegment.segment());
  }

  /**
   * Whether all advertisements are known that are newer than the memory which is. Where packets are
   * missing, or not captured in the order in which they were sent, an operation may be on memory
   * that is advertised in one of them.
   */
  private boolean isWhole(RdmaInfo memory) {
    return memory.evicted() == 0 && !review.isMissing();
  }

  private Optional<Finding> judgeUnknown(
      RdmaOperation operation, RdmaInfo memory, RdmaSubSegment subSegment) {
    String handle = "handle " + Hex.of(operation.handle());
    boolean whole = isWhole(memory);
    if (whole && memory.wasInvalidated(operation.handle())) {
      return Optional.of(
          Finding.inFrame(
              RpcRdmaRules.AFTER_INVALIDATION, operation.frame(), handle + " was invalidated"));
    }
    Optional<RdmaSegment> at = memory.at(operation);
    if (at.isPresent()) {
      boolean other = isRead(operation) != (at.get().kind() == RdmaSegment.Kind.READ);
      if (other && whole) {
        return Optional.of(wrongAccess(operation));
      }
    } else if (whole && memory.rdmaSegment(operation.handle()).isPresent()) {
      return Optional.of(
          Finding.inFrame(
              RpcRdmaRules.OUTSIDE_SEGMENT,
              operation.frame(),
              String.format(
                  Locale.ROOT,
                  "%s is advertised, but not at 0x%016x",
                  handle,
                  operation.address())));
    }
    if (whole && fromStart) {
      return Optional.of(
          Finding.inFrame(
              RpcRdmaRules.UNKNOWN_HANDLE, operation.frame(), handle + " is not advertised"));
    }
    // The reply may tell what the memory was for, and then takes the finding.
    subSegment.finding(
        Finding.inFrame(
            RpcRdmaRules.NOT_SEEN_ADVERTISED,
            operation.frame(),
            handle + " is not advertised in what was captured"));
    return Optional.empty();
  }

  private static boolean isRead(RdmaOperation operation) {
    return operation.kind() == RdmaOperation.Kind.READ;
  }

  private static Finding wrongAccess(RdmaOperation operation) {
    return Finding.inFrame(
        RpcRdmaRules.WRONG_ACCESS,
        operation.frame(),
        "an RDMA "
            + (isRead(operation) ? "Read" : "Write")
            + " of handle "
            + Hex.of(operation.handle())
            + ", which is of a "
            + (isRead(operation) ? "Write or Reply" : "Read")
            + " chunk");
  }

  /** Compares an operation with what the memory was advertised for. */
  private Optional<Finding> judgeKnown(
      RdmaOperation operation, RdmaInfo memory, RdmaSegment segment) {
    if (isRead(operation)
        && isWhole(memory)
        && !segment.contains(operation.address(), operation.length())) {
      return Optional.of(
          Finding.inFrame(
              RpcRdmaRules.OUTSIDE_SEGMENT,
              operation.frame(),
              String.format(
                  Locale.ROOT,
                  "%s read at 0x%016x, beyond segment 0x%08x of %s at 0x%016x",
                  Counted.of(operation.length(), "byte"),
                  operation.address(),
                  segment.handle(),
                  Counted.of(segment.length(), "byte"),
                  segment.offset())));
    }
    return Optional.empty();
  }

  /**
   * Judges a Send that invalidates a handle.
   *
   * @param advertised whether there was memory with that handle
   * @param memory of the side whose handle it is
   * @param call that the Send answers, if it is known
   */
  public void judgeInvalidation(
      Send send,
      int handle,
      boolean advertised,
      RdmaInfo memory,
      Optional<CallInFlight> call,
      List<Finding> findings) {
    if (review.forbidsInvalidation(RdmaConnection.opposite(send.side()))) {
      findings.add(
          Finding.inFrame(
              RpcRdmaRules.INVALIDATION_NOT_ALLOWED,
              send.lastFrame(),
              "handle " + Hex.of(handle) + " of a peer that does not support Remote Invalidation"));
    }
    if (call.isPresent() && !call.get().parsed.header().truncated()) {
      if (!call.get().parsed.lists(handle)) {
        findings.add(
            Finding.inFrame(
                RpcRdmaRules.INVALIDATES_OTHER,
                send.lastFrame(),
                "handle " + Hex.of(handle) + " is not of the call that this answers"));
      }
    } else if (!advertised && fromStart && isWhole(memory)) {
      findings.add(
          Finding.inFrame(
              RpcRdmaRules.INVALIDATES_UNKNOWN,
              send.lastFrame(),
              "handle " + Hex.of(handle) + " is not advertised"));
    }
  }
}
