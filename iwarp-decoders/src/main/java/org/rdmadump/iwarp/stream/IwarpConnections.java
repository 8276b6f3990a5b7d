package org.rdmadump.iwarp.stream;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmadump.net.Datagram;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.ConnectionEvents;
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

  /** What a connection holds that is followed: both streams, their framing, and its last Sends. */
  private static final int COST = 7000;

  private final IwarpRun run;
  private final UseOrder<IwarpConnection> followed = new UseOrder<>();
  private final UseOrder<IwarpConnection> tentative = new UseOrder<>();
  private @Nullable IwarpConnection[] slots = new IwarpConnection[FIRST_CAPACITY];
  private int count;
  private long added;
  private long charged;
  private @Nullable IwarpConnection latest;
  private int sender;

  IwarpConnections(IwarpRun run) {
    this.run = run;
  }

  /** What the connections share. */
  IwarpRun run() {
    return run;
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
    connection.order(added++);
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
    for (int i = 0; i < MOST_FOR_ONE && followed.size() > 0 && run.listener().isFull(); i++) {
      evictOldest(followed);
    }
    followed.use(connection);
    charge();
    run.add(IwarpCount.PACKETS, connection.packets() - 1);
  }

  /** A connection was closed: it is only remembered, for segments that come late. */
  void over(IwarpConnection connection) {
    tentative.use(connection);
    charge();
  }

  /** Forgets a connection. */
  void remove(IwarpConnection connection) {
    connection.leave();
    charge();
    take(connection);
  }

  /** Says what those that are followed hold. */
  private void charge() {
    long now = (long) followed.size() * COST;
    run.listener().holds(now - charged);
    charged = now;
  }

  private void evictOldest(UseOrder<IwarpConnection> order) {
    if (!order.isEmpty()) {
      IwarpConnection victim = order.oldest();
      boolean counts = victim.isFollowed();
      // While it tells what is left, it may still be found to carry MPA: it has to be in its place.
      victim.close(ConnectionEvents.Ending.EVICTED);
      remove(victim);
      run.add(IwarpCount.EVICTED_CONNECTIONS, counts ? 1 : 0);
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

  /** Ends every connection, in the order in which they were added. */
  void closeAll() {
    Map<Long, IwarpConnection> all = new TreeMap<>();
    for (IwarpConnection connection : slots) {
      if (connection != null) {
        all.put(connection.order(), connection);
      }
    }
    for (IwarpConnection connection : all.values()) {
      connection.close(ConnectionEvents.Ending.CAPTURE_ENDED);
    }
  }
}
