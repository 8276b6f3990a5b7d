package org.rdmadump.rpcrdma.call;

import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.FrameVisitor;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.MessageHeader;
import org.rdmadump.rpcrdma.memory.PagePool;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/**
 * Tells a listener which frames carry what of which message of a connection: those that contributed
 * something of it, and those that sent some of that again. An acknowledgement carries nothing.
 */
public final class FrameShares {
  private final FrameListener listener;
  private final SentParts[] sides;

  /** What frames carry of Sends that arrived and were not handed out. */
  private final IdentityHashMap<Send, Contribution> sends = new IdentityHashMap<>();

  FrameShares(FrameListener listener, PagePool pages, Transport transport) {
    this.listener = listener;
    boolean psns = !transport.hasPorts();
    this.sides =
        new SentParts[] {
          new SentParts(listener, pages, psns), new SentParts(listener, pages, psns)
        };
  }

  /**
   * Tells of the frames of an operation from now on.
   *
   * @param call that has the memory, if there is one
   */
  public FragmentSink follow(
      RdmaSubSegment subSegment, RdmaOperation operation, @Nullable CallInFlight call) {
    Contribution contribution = Contribution.ofOperation();
    subSegment.contribution(contribution);
    if (call != null && call.isEmitted() && subSegment.isOfCall()) {
      // It repeats what the call that was handed out has.
      contribution.settle(call.number(), call.parsed.header());
    }
    listener.contributes(operation.frame(), contribution);
    return new FollowedOperation(subSegment, contribution, this);
  }

  /**
   * Tells that a call which was handed out has no reply: what no message lists of its operations is
   * of its exchange, which goes by the number of the call.
   */
  static void unanswered(CallInFlight call) {
    for (RdmaSegment segment : call.memory().segments()) {
      for (RdmaSubSegment moved : segment.subSegments()) {
        Contribution contribution = moved.contribution();
        if (contribution != null && !moved.isListed()) {
          contribution.settle(call.number(), call.parsed.header());
        }
      }
    }
  }

  /** Takes note of a Send that arrived. */
  public void arrived(Send send) {
    Contribution contribution = Contribution.ofSend(send.firstFrame());
    sends.put(send, contribution);
    sides[send.side()].sent(send.position(), send.end(), contribution);
  }

  /** Tells of a frame that holds some of what was sent before. */
  public void sentAgain(int side, long from, long to, long frame) {
    sides[side].again(from, to, frame);
  }

  /** Tells that a Send was acknowledged, before its message is handed out. */
  public void proven(Send send) {
    Contribution contribution = sends.get(send);
    if (contribution != null) {
      listener.proves(send.acknowledgedNanos(), contribution);
    }
  }

  /**
   * Tells of the frames of a Send that arrived, whose message may be handed out much later.
   *
   * @param isDue whether it is going to be handed out before the connection ends
   */
  public void waits(Send send, MessageHeader header, boolean isDue) {
    Contribution contribution = sends.get(send);
    if (contribution != null) {
      contribution.arrived(header, isDue);
      send.forEachFrame(new Teller(listener, contribution));
    }
  }

  /** Tells of the frames of a message that is handed out. */
  void emitted(Draft draft) {
    for (Contribution contribution : draft.contributions) {
      contribution.settle(draft.number(), draft.parsed.header());
    }
    emitted(draft.send, draft.number(), draft.parsed.header());
  }

  /** Tells of the frames of a Send whose message is handed out under a number. */
  public void emitted(Send send, long number, MessageHeader header) {
    Contribution contribution = sends.remove(send);
    if (contribution == null) {
      contribution = Contribution.ofSend(send.firstFrame());
    }
    contribution.settle(number, header);
    send.forEachFrame(new Teller(listener, contribution));
  }

  /** Tells that a Send is of no message. */
  public void ofNone(Send send) {
    Contribution contribution = sends.remove(send);
    if (contribution == null) {
      contribution = Contribution.ofNone();
    }
    contribution.drop();
    send.forEachFrame(new Teller(listener, contribution));
  }

  /** Takes over those of the other direction, whose first side is the second of this one. */
  public void join(FrameShares other) {
    sends.putAll(other.sends);
    sides[RdmaConnection.FIRST].join(other.sides[RdmaConnection.SECOND]);
    sides[RdmaConnection.SECOND].join(other.sides[RdmaConnection.FIRST]);
  }

  /** The connection is over. */
  public void finish() {
    for (Contribution each : sends.values()) {
      each.drop();
    }
    sends.clear();
    sides[RdmaConnection.FIRST].finish();
    sides[RdmaConnection.SECOND].finish();
  }

  private record Teller(FrameListener listener, Contribution contribution) implements FrameVisitor {
    @Override
    public void frame(long number) {
      listener.contributes(number, contribution);
    }
  }

  private record FollowedOperation(
      RdmaSubSegment subSegment, Contribution contribution, FrameShares shares)
      implements FragmentSink {
    @Override
    public void sent(int side, long from, long to) {
      shares.sides[side].sent(from, to, contribution);
    }

    @Override
    public void heldBy(long frame) {
      shares.listener.contributes(frame, contribution);
    }

    @Override
    public void askedAgain(long frame) {
      shares.listener.contributes(frame, contribution);
    }

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
      shares.listener.contributes(frame, contribution);
      subSegment.fragment(address, bytes, offset, captured, length, psn, frame, epochNanos);
    }

    @Override
    public void rest(
        long address,
        ByteBuffer bytes,
        int offset,
        int captured,
        int length,
        int psn,
        long frame,
        long epochNanos) {
      shares.listener.contributes(frame, contribution);
      subSegment.rest(address, bytes, offset, captured, length, psn, frame, epochNanos);
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
    public boolean tellsFindings() {
      return subSegment.tellsFindings();
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
