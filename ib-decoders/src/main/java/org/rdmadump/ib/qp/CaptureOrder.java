package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;

/**
 * Takes the packets of two directions in an order in which they can have been sent, where a capture
 * shows them in turns, block by block: as it comes of an adapter whose queues are read one behind
 * the other.
 *
 * <p>A response is sent when its request was received. So a response whose request was not seen
 * waits, and with it what its sender sent later, until the other direction shows a request that far
 * ahead. It waits no longer than for some packets and some time: the request may not have been
 * captured at all. Likewise the first packets of a queue pair wait for the message of the
 * connection manager that makes it known, if the one before it was seen; and where no connection
 * manager was seen, the first response waits until it shows which flow is the other direction.
 *
 * <p>In a capture that has its packets in order nothing waits.
 */
final class CaptureOrder {
  /** Packets of a direction that may wait. */
  static final int MOST = 1024;

  /** How long they may, in time of the capture. */
  static final long PATIENCE_NANOS = 30_000_000_000L;

  private final FlowTable flows;
  private final SetUps setUps;
  private final PacketTaker taker;
  private boolean releasing;
  private boolean inTurns;

  /** Who takes a packet when it is its turn. */
  interface PacketTaker {
    /** Takes a packet of {@code flow}. */
    void take(Flow flow, TransportPacket packet);
  }

  CaptureOrder(FlowTable flows, SetUps setUps, PacketTaker taker) {
    this.flows = flows;
    this.setUps = setUps;
    this.taker = taker;
  }

  /** Has a packet taken, at once or when it is its turn, and then what waited for it. */
  void take(Flow flow, TransportPacket packet) {
    boolean isResponse = packet.opcode().isResponse();
    if (isResponse && !flow.isJoined() && !flow.isClosed()) {
      flows.joiner().byAcknowledgement(flow, packet.psn());
      releaseHeldUp(flow);
    }
    if (flow.isWaiting() || mustWait(flow, packet)) {
      hold(flow, packet);
    } else {
      taker.take(flow, packet);
    }
    if (!isResponse && !flow.isJoined() && flows.limits().waiting() != null) {
      flows.joiner().byWaitingResponse(flow);
    }
    releaseHeldUp(flow);
  }

  private void releaseHeldUp(Flow flow) {
    if (flow.isHeldUp()) {
      release(flow);
    }
  }

  /** Whether something waited and not in vain, so that other things may be out of order too. */
  boolean isInTurns() {
    return inTurns;
  }

  private boolean mustWait(Flow flow, TransportPacket packet) {
    if (flow.isClosed()) {
      return false;
    }
    Flow requester = flow.peer();
    if (requester == null) {
      return (packet.opcode().isResponse() || isSetUp(flow, packet)) && !isVain(flow, 0);
    }
    return packet.opcode().isResponse()
        && !requester.isClosed()
        && requester.isUnseen(packet)
        && !isVain(flow, newest(flow));
  }

  private boolean isSetUp(Flow flow, TransportPacket packet) {
    return flow.isUntouched() && setUps.isUnderWay(flow.key(), packet.nanos());
  }

  private static boolean isVain(Flow flow, long newestOfOther) {
    WaitingPackets waiting = flow.waiting();
    return waiting != null && waiting.isVain(newestOfOther);
  }

  private static long newest(Flow flow) {
    Flow requester = flow.peer();
    return requester == null ? 0 : requester.sequence().newest();
  }

  private void hold(Flow flow, TransportPacket packet) {
    WaitingPackets waiting = flow.waiting();
    if (waiting == null) {
      waiting = new WaitingPackets(flow, this);
      flow.waiting(waiting);
    }
    TransportPacket copy = packet.copied();
    waiting.add(copy);
    flows.limits().waits(waiting, copy.held());
    if (waiting.size() > MOST || (!waiting.isEmpty() && isOverdue(waiting, packet.nanos()))) {
      pass(flow);
    }
  }

  private static boolean isOverdue(WaitingPackets waiting, long now) {
    return Math.abs(now - waiting.first().nanos()) > PATIENCE_NANOS;
  }

  /** Has the first packet taken although what it waits for did not come. */
  private static void pass(Flow flow) {
    WaitingPackets waiting = flow.waiting();
    if (waiting != null) {
      waiting.noteVain(newest(flow));
    }
  }

  /** Has taken whatever of a connection needs to wait no longer. */
  void release(Flow flow) {
    if (releasing) {
      return;
    }
    releasing = true;
    boolean any = true;
    while (any) {
      Flow peer = flow.peer();
      any = releaseFrom(flow);
      if (peer != null) {
        any |= releaseFrom(peer);
        if (!any && flow.isWaiting() && peer.isWaiting()) {
          // Each waits for the other: something was not captured.
          pass(isFirst(flow, peer) ? flow : peer);
          any = true;
        }
      }
    }
    releasing = false;
  }

  private static boolean isFirst(Flow one, Flow other) {
    WaitingPackets ones = one.waiting();
    WaitingPackets others = other.waiting();
    return ones != null
        && others != null
        && ones.first().frameNumber() < others.first().frameNumber();
  }

  private boolean releaseFrom(Flow flow) {
    WaitingPackets waiting = flow.waiting();
    if (waiting == null || waiting.isEmpty()) {
      return false;
    }
    boolean any = false;
    while (!waiting.isEmpty() && !mustWait(flow, waiting.first())) {
      inTurns |= !waiting.wasPassed();
      TransportPacket next = waiting.removeFirst();
      flows.limits().waitsNoLonger(next.held());
      // Another connection may have taken the place of this one meanwhile.
      taker.take(flows.current(flow), next);
      any = true;
    }
    if (waiting.isEmpty()) {
      flows.limits().forget(waiting);
      end(flow, waiting.end());
    }
    return any;
  }

  private static void end(Flow flow, @Nullable ConnectionEnd how) {
    if (how != null && !flow.isClosed()) {
      flow.ended(how);
      flow.close(ConnectionEvents.Ending.DISCONNECTED);
    }
  }

  /** Has taken whatever waits too long. */
  void passOverdue(long now) {
    UseOrder.Member each = flows.limits().waiting();
    while (each instanceof WaitingPackets waiting) {
      each = flows.limits().waitingAfter(waiting);
      while (!waiting.isEmpty() && isOverdue(waiting, now)) {
        pass(waiting.flow());
        release(waiting.flow());
      }
    }
  }

  /** Has taken all that waits on a connection, because it ends. */
  void giveUp(Flow flow) {
    while (!releasing && flow.isHeldUp()) {
      Flow peer = flow.peer();
      boolean isPeers =
          peer != null && peer.isWaiting() && (!flow.isWaiting() || isFirst(peer, flow));
      pass(peer != null && isPeers ? peer : flow);
      release(flow);
    }
  }
}
