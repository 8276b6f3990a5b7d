package org.rdmadump.rpcrdma.review;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.finding.Rule;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.call.KnownCall;
import org.rdmadump.rpcrdma.memory.RdmaInfo;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/**
 * Whether the peers use the memory that they advertised to each other as it was advertised. Where
 * an advertisement may not be in the capture, nothing is held against anyone.
 *
 * @param review of the two ends of the connection
 * @param fromStart whether the capture begins before the first advertisement
 */
public record AccessReview(PeerReview review, boolean fromStart) {
  /**
   * Judges an operation by the memory that it is on. One of no bytes is on none: the responder does
   * not look at its handle (IBTA volume 1, C9-88), so that any will do.
   *
   * @param memory of the side whose memory it is
   * @return what is wrong, if that is not for the message to tell whose memory it turns out to be
   */
  public Optional<Finding> judge(
      RdmaOperation operation, RdmaInfo memory, RdmaSubSegment subSegment) {
    if (operation.length() == 0) {
      return Optional.empty();
    }
    return subSegment.segment().kind() == RdmaSegment.Kind.UNKNOWN
        ? judgeUnknown(operation, memory, subSegment)
        : judgeKnown(operation, memory, subSegment);
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
      return wrong(operation, RpcRdmaRules.AFTER_INVALIDATION, handle + " was invalidated");
    }
    Optional<RdmaSegment> at = memory.at(operation);
    boolean read = isRead(operation);
    // Memory of calls before the capture may have any handle, also one that is advertised again.
    boolean isAll = whole && fromStart;
    if (at.isPresent()) {
      if (isAll && read != (at.get().kind() == RdmaSegment.Kind.READ)) {
        String text =
            String.format(
                Locale.US,
                "an RDMA %s of %s, which is of a %s chunk",
                read ? "Read" : "Write",
                handle,
                read ? "Write or Reply" : "Read");
        return wrong(operation, RpcRdmaRules.WRONG_ACCESS, text);
      }
    } else if (isAll && memory.rdmaSegment(operation.handle()).isPresent()) {
      String text = handle + " is advertised, but not at " + Hex.of(operation.address());
      return wrong(operation, RpcRdmaRules.OUTSIDE_SEGMENT, text);
    }
    if (isAll) {
      return wrong(operation, RpcRdmaRules.UNKNOWN_HANDLE, handle + " is not advertised");
    }
    // The reply may tell what the memory was for, and then takes the finding.
    subSegment.finding(
        Finding.inFrame(
            RpcRdmaRules.NOT_SEEN_ADVERTISED,
            operation.frame(),
            "the advertisement of " + handle + " was not captured"));
    return Optional.empty();
  }

  private static Optional<Finding> wrong(RdmaOperation operation, Rule rule, String text) {
    return Optional.of(Finding.inFrame(rule, operation.frame(), text));
  }

  private static boolean isRead(RdmaOperation operation) {
    return operation.kind() == RdmaOperation.Kind.READ;
  }

  /** Compares an operation with what the memory was advertised for. */
  private Optional<Finding> judgeKnown(
      RdmaOperation operation, RdmaInfo memory, RdmaSubSegment subSegment) {
    RdmaSegment segment = subSegment.segment();
    if (!isRead(operation)
        || !isWhole(memory)
        || segment.contains(operation.address(), operation.length())) {
      return Optional.empty();
    }
    Finding beyond = readBeyond(operation, segment);
    if (subSegment.window() != null) {
      return Optional.of(beyond);
    }
    subSegment.ifOfSegment(beyond);
    return Optional.empty();
  }

  private static Finding readBeyond(RdmaOperation operation, RdmaSegment segment) {
    String text =
        Counted.of(operation.length(), "byte")
            + " read at "
            + Hex.of(operation.address())
            + ", "
            + segment.beyond();
    return Finding.inFrame(RpcRdmaRules.OUTSIDE_SEGMENT, operation.frame(), text);
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
      @Nullable KnownCall call,
      List<Finding> findings) {
    if (review.forbidsInvalidation(RdmaConnection.opposite(send.side()))) {
      findings.add(notAllowed(send, handle));
    }
    if (call != null && !call.isTruncated()) {
      if (!call.memory().lists(handle)) {
        findings.add(invalidatesOther(send, handle));
      }
    } else if (!advertised && fromStart && isWhole(memory)) {
      findings.add(invalidatesUnknown(send, handle));
    }
  }

  /**
   * Judges a call that invalidates a handle of the side that it goes to.
   *
   * @param memory of that side
   */
  public void judgeInvalidationByCall(Send send, RdmaInfo memory, List<Finding> findings) {
    int handle = send.invalidates().orElseThrow();
    boolean advertised = memory.rdmaSegment(handle).isPresent();
    judgeInvalidation(send, handle, advertised, memory, /* call= */ null, findings);
  }

  private static Finding notAllowed(Send send, int handle) {
    return send.finding(
        RpcRdmaRules.INVALIDATION_NOT_ALLOWED,
        "handle " + Hex.of(handle) + " of a peer that does not support Remote Invalidation");
  }

  private static Finding invalidatesOther(Send send, int handle) {
    return send.finding(
        RpcRdmaRules.INVALIDATES_OTHER,
        "the answered call did not advertise handle " + Hex.of(handle));
  }

  private static Finding invalidatesUnknown(Send send, int handle) {
    return send.finding(
        RpcRdmaRules.INVALIDATES_UNKNOWN, "handle " + Hex.of(handle) + " is not advertised");
  }
}
