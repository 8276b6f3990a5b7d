package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.Transport;

/** The flows of a run, found by addresses and queue pair number without allocating. */
final class FlowTable {
  private static final int FIRST_CAPACITY = 64;

  /** Flows that are followed at once; beyond that the one that was used least lately goes. */
  private static final int MOST = 3 << 13;

  /** Queue pairs that are given up for one that comes while there is no room. */
  private static final int MOST_FOR_ONE = 4;

  private final Transport transport;
  private final ConnectionListener listener;
  private final Limits limits = new Limits();
  private final Joiner joiner = new Joiner();
  private @Nullable Flow[] slots = new Flow[FIRST_CAPACITY];
  private int count;
  private @Nullable Flow newest;
  private @Nullable Flow oldest;
  private @Nullable Flow latest;
  private @Nullable Flow before;
  private final int most;
  private long evicted;

  FlowTable(Transport transport, ConnectionListener listener) {
    this(transport, listener, MOST);
  }

  FlowTable(Transport transport, ConnectionListener listener, int most) {
    this.most = most;
    this.transport = transport;
    this.listener = listener;
  }

  Transport transport() {
    return transport;
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

  long evicted() {
    return evicted;
  }

  /** The flow of a packet, made if there is none. */
  Flow of(Datagram datagram, int qp) {
    Flow last = latest;
    if (last != null && isOf(last, datagram, qp)) {
      return last;
    }
    Flow previous = before;
    if (previous != null && isOf(previous, datagram, qp)) {
      before = last;
      latest = previous;
      return previous;
    }
    int slot =
        slot(
            datagram.sourceHigh(),
            datagram.sourceLow(),
            datagram.destinationHigh(),
            datagram.destinationLow(),
            qp);
    Flow found = slots[slot];
    if (found == null) {
      found = add(new FlowKey(datagram.source(), datagram.destination(), qp));
    } else {
      use(found);
    }
    before = last;
    latest = found;
    return found;
  }

  /** The flow of a packet, if there is one. */
  @Nullable Flow find(Datagram datagram, int qp) {
    return slots[
        slot(
            datagram.sourceHigh(),
            datagram.sourceLow(),
            datagram.destinationHigh(),
            datagram.destinationLow(),
            qp)];
  }

  private static boolean isOf(Flow flow, Datagram datagram, int qp) {
    return flow.key()
        .is(
            datagram.sourceHigh(),
            datagram.sourceLow(),
            datagram.destinationHigh(),
            datagram.destinationLow(),
            qp);
  }

  private int slot(long sourceHigh, long sourceLow, long destHigh, long destLow, int qp) {
    int mask = slots.length - 1;
    int slot = FlowKey.hash(sourceHigh, sourceLow, destHigh, destLow, qp) & mask;
    while (true) {
      Flow flow = slots[slot];
      if (flow == null || flow.key().is(sourceHigh, sourceLow, destHigh, destLow, qp)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  private int slot(FlowKey key) {
    return slot(
        key.source().high(),
        key.source().low(),
        key.destination().high(),
        key.destination().low(),
        key.destinationQp());
  }

  private Flow add(FlowKey key) {
    while (count >= most) {
      evictOldest();
    }
    for (int i = 0; i < MOST_FOR_ONE && count > 0 && listener.isFull(); i++) {
      evictOldest();
    }
    if (count * 2 >= slots.length) {
      grow();
    }
    Flow flow = new Flow(this, key);
    slots[slot(key)] = flow;
    count++;
    link(flow);
    joiner.unjoined(flow);
    return flow;
  }

  private void evictOldest() {
    Flow victim = oldest;
    if (victim != null) {
      victim.close(ConnectionEvents.Ending.EVICTED);
      evict(victim);
      Flow peer = victim.peer();
      if (peer != null && isSame(find(peer.key()), peer)) {
        evict(peer);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // A flow is one thing, whatever its key.
  private static boolean isSame(@Nullable Flow one, Flow other) {
    return one == other;
  }

  private void evict(Flow flow) {
    joiner.forget(flow);
    unlink(flow);
    remove(flow.key());
    count--;
    evicted++;
    latest = null;
    before = null;
  }

  private @Nullable Flow find(FlowKey key) {
    return slots[slot(key)];
  }

  /** Empties a slot and closes the gap that it leaves for those that were pushed behind it. */
  private void remove(FlowKey key) {
    int mask = slots.length - 1;
    int hole = slot(key);
    slots[hole] = null;
    for (int at = (hole + 1) & mask; slots[at] != null; at = (at + 1) & mask) {
      Flow moved = slots[at];
      slots[at] = null;
      if (moved != null) {
        slots[slot(moved.key())] = moved;
      }
    }
  }

  // ---- the list of use

  private void link(Flow flow) {
    flow.older = newest;
    flow.newer = null;
    if (newest != null) {
      newest.newer = flow;
    }
    newest = flow;
    if (oldest == null) {
      oldest = flow;
    }
  }

  private void unlink(Flow flow) {
    Flow older = flow.older;
    Flow newer = flow.newer;
    if (older == null) {
      oldest = newer;
    } else {
      older.newer = newer;
    }
    if (newer == null) {
      newest = older;
    } else {
      newer.older = older;
    }
    flow.older = null;
    flow.newer = null;
  }

  private void use(Flow flow) {
    if (flow.newer != null) {
      unlink(flow);
      link(flow);
    }
  }

  private void grow() {
    @Nullable Flow[] old = slots;
    slots = new Flow[old.length * 2];
    for (Flow flow : old) {
      if (flow != null) {
        slots[slot(flow.key())] = flow;
      }
    }
  }

  /** Ends what used a queue pair before, and returns a new flow for it. */
  Flow renew(IpAddress source, IpAddress destination, int qp) {
    return renew(new FlowKey(source, destination, qp));
  }

  private Flow renew(FlowKey key) {
    int slot = slot(key);
    Flow old = slots[slot];
    if (old == null) {
      return add(key);
    }
    old.close(ConnectionEvents.Ending.DISCONNECTED);
    joiner.forget(old);
    unlink(old);
    Flow fresh = new Flow(this, key);
    slots[slot(key)] = fresh;
    link(fresh);
    latest = null;
    before = null;
    joiner.unjoined(fresh);
    return fresh;
  }

  /**
   * Starts a flow anew whose PSNs show that another connection uses its queue pair number. So does
   * the other direction, whose PSNs may happen to be near those of before.
   */
  Flow restart(Flow flow) {
    Flow peer = flow.peer();
    if (peer != null) {
      renew(peer.key());
    }
    return renew(flow.key());
  }

  /** Ends every flow. */
  void closeAll(ConnectionEvents.Ending ending) {
    List<Flow> all = new ArrayList<>(count);
    for (Flow flow : slots) {
      if (flow != null) {
        all.add(flow);
      }
    }
    for (Flow flow : all) {
      flow.close(ending);
    }
    latest = null;
    before = null;
  }
}
