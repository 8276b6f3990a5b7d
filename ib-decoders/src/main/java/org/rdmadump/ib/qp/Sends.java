package org.rdmadump.ib.qp;

import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.Send;

/** The Sends of one direction, what they wait for, and whom they are told to. */
final class Sends implements Sender {
  /** How long an acknowledged Send waits for what was captured late, in time of the capture. */
  private static final long MOST_LATE_NANOS = 2_000_000_000L;

  /** Packets of its connection for which it waits. */
  private static final int MOST_LATE_PACKETS = 512;

  private final Flow flow;
  private final Requester requests;
  private final SendQueue queue;

  Sends(Flow flow, Requester requests) {
    this.flow = flow;
    this.requests = requests;
    this.queue = new SendQueue(this, requests.sequence(), flow.limits());
  }

  /** Those that are not settled. */
  SendQueue queue() {
    return queue;
  }

  @Override
  public int side() {
    return flow.side();
  }

  @Override
  public boolean isBroken() {
    return flow.isBroken();
  }

  @Override
  public int mtu() {
    return flow.mtu();
  }

  @Override
  public long patience() {
    return flow.patience();
  }

  @Override
  public long highestStart() {
    return requests.highestStart();
  }

  @Override
  public long acknowledgedNanos(long psn) {
    return requests.acknowledgedNanos(psn);
  }

  @Override
  public void proven(long lastPsn) {
    queue.proven(lastPsn);
  }

  @Override
  public boolean waitsForLate(SendAssembly send, long now) {
    Flow other = flow.peer();
    ConnectionEvents told = flow.events();
    if (told == null || flow.limits().isFollowing()) {
      return false;
    }
    boolean gap =
        requests.lacksBefore(send.firstExtendedPsn())
            || (other != null && other.requester().lacksAny());
    // Where packets come late, calls may, however long the client waits before the next one.
    boolean lacksCall = told.lacksCall(send) || (isLate() && told.lacksData(send));
    boolean waits =
        lacksCall
            ? gap || (other != null && !send.isPassed(other.requester().highestStart()))
            : gap && now - send.lastNanos() <= MOST_LATE_NANOS && told.lacksData(send);
    return waits && send.held(packets()) < MOST_LATE_PACKETS;
  }

  @Override
  public long packets() {
    Flow other = flow.peer();
    return flow.traffic().packets() + (other == null ? 0 : other.traffic().packets());
  }

  @Override
  public boolean mayComeLate(long since, long packets, long now) {
    return (isLate() || requests.unseen().mayComeYet())
        && !flow.limits().isFollowing()
        && now - since <= MOST_LATE_NANOS
        && packets() - packets < MOST_LATE_PACKETS;
  }

  /** Whether a packet of a Send was captured after its acknowledgement, on either side. */
  private boolean isLate() {
    Flow other = flow.peer();
    return requests.isLate() || (other != null && other.requester().isLate());
  }

  @Override
  public void arrived(SendAssembly send) {
    flow.joinByReply(send);
    requests.arrived(send);
    flow.eventsFrom(send.firstFrame()).sendArrived(send);
    RequestCounters counted = flow.counts().requests();
    if (counted != null) {
      count(send, counted);
    }
  }

  private static void count(SendAssembly send, RequestCounters counted) {
    counted.sent(
        send.kind(),
        send.firstExtendedPsn(),
        send.lastPsn(),
        send.payload().length(),
        send.firstNanos());
  }

  @Override
  public void settled(Send send) {
    ConnectionEvents told = flow.events();
    if (told != null) {
      told.sendSettled(send);
    }
  }

  @Override
  public void sentAgain(TransportPacket packet) {
    ConnectionEvents told = flow.events();
    if (told != null) {
      told.sentAgain(flow.side(), packet.psn(), packet.psn() + 1L, packet.frameNumber());
    }
  }
}
