package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.Transport;

/** The flows of a run, found by addresses, service and queue pair number without allocating. */
final class FlowTable {
  /** Flows that are followed at once; beyond that the one that was used least lately goes. */
  static final int MOST = 3 << 13;

  /** Closed flows that are remembered, so that what is repeated late opens no connection. */
  private static final int MOST_CLOSED = 1 << 11;

  /** What a flow holds, empty and joined to nothing. */
  private static final int FLOW_COST = 665;

  /** Queue pairs that are given up for one that comes while there is no room. */
  private static final int MOST_FOR_ONE = 4;

  /** So few flows are not what takes the room. */
  private static final int FEW = 16;

  private final ConnectionListener listener;
  private final Limits limits;
  private final Joiner joiner = new Joiner();
  private final LateEnds lateEnds = new LateEnds();
  private final FlowSlots<Flow> slots = new FlowSlots<>();
  private final UseOrder<Flow> open = new UseOrder<>();
  private final UseOrder<Flow> closed = new UseOrder<>();
  private @Nullable Flow latest;
  private @Nullable Flow before;

  /** Receiver of the flow that was made last: thousands of flows may have one. */
  private @Nullable IpAddress receiver;

  private final int most;
  private long evicted;
  private long evictedForMemory;

  FlowTable(ConnectionListener listener) {
    this(listener, MOST);
  }

  FlowTable(ConnectionListener listener, int most) {
    this.most = most;
    this.listener = listener;
    this.limits = new Limits(listener);
  }

  ConnectionListener listener() {
    return listener;
  }

  Limits limits() {
    return limits;
  }

  Joiner joiner() {
    return joiner;
  }

  /** The flows that were taken down and are not closed. */
  LateEnds lateEnds() {
    return lateEnds;
  }

  /** Settles what has waited long enough, at a time of the capture. */
  void settleOverdue(long now) {
    limits.settleOverdue(now);
    lateEnds.closeOverdue(now);
  }

  /** Says that somebody may be waiting for what is decoded. */
  void follow() {
    limits.follow();
    lateEnds.closeAtOnce();
  }

  /** Flows that were given up because there were too many. */
  long evicted() {
    return evicted;
  }

  /** Flows that were given up because what is held in all was too much. */
  long evictedForMemory() {
    return evictedForMemory;
  }

  /** The flow of a packet to a {@linkplain FlowKey#targetOf target}, made if there is none. */
  Flow of(Datagram datagram, int target) {
    Flow last = latest;
    if (last != null && isOf(last, datagram, target)) {
      return last;
    }
    Flow previous = before;
    if (previous != null && isOf(previous, datagram, target)) {
      before = last;
      latest = previous;
      return previous;
    }
    Flow found = find(datagram, target);
    if (found == null) {
      found = add(new FlowKey(datagram.source(), receiver(datagram), target), transport(datagram));
    }
    use(found);
    return found;
  }

  private IpAddress receiver(Datagram datagram) {
    IpAddress known = receiver;
    if (known == null
        || known.high() != datagram.destinationHigh()
        || known.low() != datagram.destinationLow()) {
      known = datagram.destination();
      receiver = known;
    }
    return known;
  }

  /** Notes that a packet of {@code flow} came. */
  void use(Flow flow) {
    Flow last = latest;
    if (!isSame(last, flow)) {
      if (!flow.isClosed()) {
        flow.used();
      }
      before = last;
      latest = flow;
    }
  }

  /** The flow of a packet, if there is one. */
  @Nullable Flow find(Datagram datagram, int target) {
    return slots.get(
        datagram.sourceHigh(),
        datagram.sourceLow(),
        datagram.destinationHigh(),
        datagram.destinationLow(),
        target);
  }

  /** The flow between two hosts to a target, if there is one. */
  @Nullable Flow find(IpAddress source, IpAddress destination, int target) {
    return slots.get(new FlowKey(source, destination, target));
  }

  /** What carries a packet, by how far it was decoded. */
  static Transport transport(Datagram datagram) {
    return switch (datagram.kind()) {
      case ROCE_V1 -> Transport.ROCEV1;
      case INFINIBAND -> Transport.INFINIBAND;
      default -> Transport.ROCEV2;
    };
  }

  /** The flow that has the place of another now. */
  @Nullable Flow inPlaceOf(Flow flow) {
    return slots.get(flow.key());
  }

  private static boolean isOf(Flow flow, Datagram datagram, int target) {
    FlowKey key = flow.key();
    return key.target() == target && key.isBetweenHostsOf(datagram);
  }

  private Flow add(FlowKey key, Transport transport) {
    while (open.size() >= most) {
      evicted += evictOldest();
    }
    for (int i = 0; i < MOST_FOR_ONE && open.size() > FEW && listener.isFull(); i++) {
      evictedForMemory += evictOldest();
    }
    Flow flow = new Flow(this, key, transport);
    Flow unused = slots.put(key, flow);
    open.use(flow);
    joiner.unjoined(flow);
    listener.holds(FLOW_COST);
    return flow;
  }

  /** Gives up the flow that was used least lately, and its peer; returns how many that were. */
  private int evictOldest() {
    if (open.isEmpty()) {
      return 0;
    }
    Flow victim = open.oldest();
    Flow peer = victim.peer();
    boolean both = peer != null && !peer.isClosed();
    victim.close(ConnectionEvents.Ending.EVICTED);
    forget(victim);
    if (both && peer != null) {
      forget(peer);
    }
    return both ? 2 : 1;
  }

  /** Takes over a flow that was closed just now: of the last ones it is known that they were. */
  void closed(Flow flow) {
    joiner.forget(flow);
    listener.holds(-FLOW_COST);
    closed.use(flow);
    if (closed.size() > MOST_CLOSED) {
      forget(closed.oldest());
    }
  }

  /** Forgets a closed flow. */
  private void forget(Flow flow) {
    flow.leave();
    slots.remove(flow.key());
    latest = null;
    before = null;
  }

  /** Ends what used a queue pair before, and returns a new flow for it. */
  Flow renew(IpAddress source, IpAddress destination, int target, Transport transport) {
    return renew(new FlowKey(source, destination, target), transport);
  }

  private Flow renew(FlowKey key, Transport transport) {
    Flow old = slots.get(key);
    if (old == null) {
      return add(key, transport);
    }
    old.close(ConnectionEvents.Ending.DISCONNECTED);
    forget(old);
    Flow fresh = add(key, transport);
    fresh.requester().unseen().follow(old.requester().sequence());
    return fresh;
  }

  /**
   * Starts a flow anew whose PSNs show that another connection uses its queue pair number. So does
   * the other direction, whose PSNs may happen to be near those of before.
   */
  Flow restart(Flow flow) {
    Flow peer = flow.peer();
    if (peer != null && isSame(slots.get(peer.key()), peer)) {
      renew(peer.key(), peer.transport());
    }
    return renew(flow.key(), flow.transport());
  }

  @SuppressWarnings("ReferenceEquality") // A flow is one thing, whatever its key.
  private static boolean isSame(@Nullable Flow one, Flow other) {
    return one == other;
  }

  /** Ends every flow. */
  void closeAll(ConnectionEvents.Ending ending) {
    lateEnds.closeAll();
    for (Flow flow : slots.all()) {
      flow.tellAbsent();
    }
    for (Flow flow : slots.all()) {
      flow.close(ending);
    }
    latest = null;
    before = null;
  }
}
