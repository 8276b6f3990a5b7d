package org.rdmadump.iwarp.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.iwarp.mpa.FpduSink;
import org.rdmadump.net.Datagram;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.tcp.RecentBytesPool;
import org.rdmadump.tcp.StreamMemory;
import org.rdmadump.tcp.TcpSegment;

/** The TCP connections that carry iWARP or may, found by addresses and ports without allocating. */
final class IwarpConnections {
  private static final int FIRST_CAPACITY = 64;

  /** Connections that are followed at once; beyond that the least lately used goes. */
  private static final int MOST_FOLLOWED = 12_288;

  /** Connections that are on probation or over. */
  private static final int MOST_TENTATIVE = 1024;

  /** Connections that are given up for one that comes while there is no room. */
  private static final int MOST_FOR_ONE = 4;

  /** Bytes that the streams may keep until something else comes. */
  private static final long MOST_BYTES = 12L << 20;

  private final ConnectionListener listener;
  private final FindingSink findings;
  private final Optional<? extends FpduListener> fpdus;
  private final StreamMemory memory = new StreamMemory(MOST_BYTES);
  private final RecentBytesPool recent = new RecentBytesPool();
  private final UseOrder<IwarpConnection> followed = new UseOrder<>();
  private final UseOrder<IwarpConnection> tentative = new UseOrder<>();
  private @Nullable IwarpConnection[] slots = new IwarpConnection[FIRST_CAPACITY];
  private int count;
  private @Nullable IwarpConnection latest;
  private int sender;
  private long evicted;
  private long packets;
  private long truncated;
  private long malformed;
  private long evictedSendSegments;
  private boolean following;

  IwarpConnections(
      ConnectionListener listener, FindingSink findings, Optional<? extends FpduListener> fpdus) {
    this.listener = listener;
    this.findings = findings;
    this.fpdus = fpdus;
  }

  /** What a side's FPDUs go to: its flow, by way of whoever wants to be shown them. */
  FpduSink shown(FpduSink flow) {
    return fpdus.isPresent() ? new ShownFlow(flow, fpdus.get()) : flow;
  }

  ConnectionListener listener() {
    return listener;
  }

  StreamMemory memory() {
    return memory;
  }

  RecentBytesPool recent() {
    return recent;
  }

  /** Says that somebody may be waiting for what is decoded. */
  void follow() {
    following = true;
  }

  boolean isFollowing() {
    return following;
  }

  void finding(Finding finding) {
    findings.accept(finding);
  }

  void countTruncated() {
    truncated++;
  }

  void countMalformed() {
    malformed++;
  }

  void countEvictedSendSegment() {
    evictedSendSegments++;
  }

  void countPacket() {
    packets++;
  }

  long packets() {
    return packets;
  }

  long truncated() {
    return truncated;
  }

  long malformed() {
    return malformed;
  }

  long evictedSendSegments() {
    return evictedSendSegments;
  }

  long evicted() {
    return evicted;
  }

  /** The connection of a segment, if there is one. */
  @Nullable IwarpConnection find(Datagram datagram, TcpSegment segment) {
    IwarpConnection last = latest;
    if (last != null) {
      sender = last.key().sender(datagram, segment);
      if (sender != ConnectionKey.NEITHER) {
        return last;
      }
    }
    if (count == 0) {
      return null;
    }
    int mask = slots.length - 1;
    int slot = ConnectionKey.hash(datagram, segment) & mask;
    while (true) {
      IwarpConnection connection = slots[slot];
      if (connection == null) {
        return null;
      }
      sender = connection.key().sender(datagram, segment);
      if (sender != ConnectionKey.NEITHER) {
        latest = connection;
        connection.used();
        return connection;
      }
      slot = (slot + 1) & mask;
    }
  }

  /** Side of the connection found last that sent the segment. */
  int sender() {
    return sender;
  }

  /** Takes in a connection that is not in the table. */
  void add(IwarpConnection connection) {
    while (tentative.size() >= MOST_TENTATIVE) {
      evictOldest(tentative);
    }
    if ((count + 1) * 2 > slots.length) {
      grow();
    }
    slots[slot(connection)] = connection;
    count++;
    tentative.use(connection);
    latest = connection;
  }

  /** A connection on probation was found to carry MPA. */
  void followed(IwarpConnection connection) {
    connection.leave();
    while (followed.size() >= MOST_FOLLOWED) {
      evictOldest(followed);
    }
    for (int i = 0; i < MOST_FOR_ONE && followed.size() > 0 && listener.isFull(); i++) {
      evictOldest(followed);
    }
    followed.use(connection);
    packets += connection.packets() - 1;
  }

  /** A connection was closed: it is only remembered, for segments that come late. */
  void over(IwarpConnection connection) {
    tentative.use(connection);
  }

  /** Forgets a connection. */
  void remove(IwarpConnection connection) {
    connection.leave();
    take(connection);
  }

  private void evictOldest(UseOrder<IwarpConnection> order) {
    if (!order.isEmpty()) {
      IwarpConnection victim = order.oldest();
      boolean counts = victim.isFollowed();
      // While it tells what is left, it may still be found to carry MPA: it has to be in its place.
      victim.close(ConnectionEvents.Ending.EVICTED);
      remove(victim);
      evicted += counts ? 1 : 0;
    }
  }

  /** Empties a slot and closes the gap that it leaves for those that were pushed behind it. */
  private void take(IwarpConnection connection) {
    int mask = slots.length - 1;
    int hole = connection.key().ownHash() & mask;
    while (!isSame(slots[hole], connection)) {
      hole = (hole + 1) & mask;
    }
    slots[hole] = null;
    count--;
    latest = null;
    for (int at = (hole + 1) & mask; slots[at] != null; at = (at + 1) & mask) {
      IwarpConnection moved = slots[at];
      slots[at] = null;
      if (moved != null) {
        slots[slot(moved)] = moved;
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // A connection is one thing, whatever its key.
  private static boolean isSame(@Nullable IwarpConnection one, IwarpConnection other) {
    return one == other;
  }

  /** The first free slot for a connection. */
  private int slot(IwarpConnection connection) {
    int mask = slots.length - 1;
    int slot = connection.key().ownHash() & mask;
    while (slots[slot] != null) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    @Nullable IwarpConnection[] old = slots;
    slots = new IwarpConnection[old.length * 2];
    for (IwarpConnection connection : old) {
      if (connection != null) {
        slots[slot(connection)] = connection;
      }
    }
  }

  /** Ends every connection. */
  void closeAll() {
    List<IwarpConnection> all = new ArrayList<>(count);
    for (IwarpConnection connection : slots) {
      if (connection != null) {
        all.add(connection);
      }
    }
    for (IwarpConnection connection : all) {
      connection.close(ConnectionEvents.Ending.CAPTURE_ENDED);
    }
  }
}
