package org.rdmadump.rpcrdma;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.FrameVisitor;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;

/** Tells a listener which frames carry what of which message. */
final class FrameShares {
  private final FrameListener listener;

  FrameShares(FrameListener listener) {
    this.listener = listener;
  }

  /** Tells of the frames of an operation from now on. */
  FragmentSink follow(RdmaSubSegment subSegment, RdmaOperation operation) {
    Contribution contribution = Contribution.ofOperation();
    subSegment.contribution(contribution);
    CallInFlight call = subSegment.segment().call();
    if (call != null && call.message != null && subSegment.isOfCall()) {
      // It repeats what the call that was handed out has.
      contribution.settle(call.message.number());
    }
    listener.contributes(operation.frame(), contribution);
    return new FollowedOperation(subSegment, contribution, listener);
  }

  /** Tells of the frames of a message that is handed out. */
  void emitted(RpcMessage message, Draft draft) {
    for (Contribution contribution : draft.contributions) {
      contribution.settle(message.number());
    }
    draft.send.forEachFrame(
        new Teller(listener, Contribution.ofSend(message, draft.send.firstFrame())));
  }

  /** Tells that a Send is of no message. */
  void ofNone(Send send) {
    send.forEachFrame(new Teller(listener, Contribution.ofNone()));
  }

  void finding(Finding finding) {
    listener.finding(finding);
  }

  private record Teller(FrameListener listener, Contribution contribution) implements FrameVisitor {
    @Override
    public void frame(long number) {
      listener.contributes(number, contribution);
    }
  }

  private record FollowedOperation(
      RdmaSubSegment subSegment, Contribution contribution, FrameListener listener)
      implements FragmentSink {
    @Override
    public void fragment(
        long address,
        ByteBuffer bytes,
        int offset,
        int captured,
        int length,
        int psn,
        long frame,
        long epochNanos) {
      // First, because it may be the last that a message waits for.
      listener.contributes(frame, contribution);
      subSegment.fragment(address, bytes, offset, captured, length, psn, frame, epochNanos);
    }

    @Override
    public void packet(FragmentPlace place, int length, int psn, long frame) {
      subSegment.packet(place, length, psn, frame);
    }

    @Override
    public boolean isOver() {
      return subSegment.isOver();
    }

    @Override
    public void damaged(long address, long length) {
      subSegment.damaged(address, length);
    }

    @Override
    public void finding(Finding finding) {
      subSegment.finding(finding);
    }

    @Override
    public void refused(Finding why) {
      subSegment.refused(why);
    }
  }
}
