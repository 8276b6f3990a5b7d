package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rpcrdma.memory.CounterHash;

/**
 * The latest things of a run, by connection, side and XID. When there are too many, the oldest is
 * given up, whatever connection it belongs to, so that many connections hold no more than one.
 */
public final class RecentByXid<T> {
  private final int most;
  private final long mostBytes;
  private final Map<Key, Entry<T>> entries = new LinkedHashMap<>();
  private long bytes;

  private record Entry<T>(T thing, long cost) {}

  private static final class Key {
    final CallOwner connection;
    final int side;
    final int xid;

    Key(CallOwner connection, int side, int xid) {
      this.connection = connection;
      this.side = side;
      this.xid = xid;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && key.xid == xid
          && key.side == side
          && key.connection.equals(connection);
    }

    @Override
    public int hashCode() {
      return (connection.hashCode() * 31 + side) * 31 + CounterHash.of(xid);
    }
  }

  RecentByXid(int most, long mostBytes) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /**
   * Remembers a thing as the latest.
   *
   * @param cost bytes that it holds, roughly
   * @return those that were given up for it
   */
  public List<T> put(CallOwner connection, int side, int xid, T thing, long cost) {
    remove(connection, side, xid);
    List<T> oldest = Collections.emptyList();
    while (entries.size() == most || (!entries.isEmpty() && bytes + cost > mostBytes)) {
      Iterator<Entry<T>> each = entries.values().iterator();
      Entry<T> first = each.next();
      each.remove();
      bytes -= first.cost;
      if (oldest.isEmpty()) {
        oldest = new ArrayList<>(1);
      }
      oldest.add(first.thing);
    }
    entries.put(new Key(connection, side, xid), new Entry<>(thing, cost));
    bytes += cost;
    return oldest;
  }

  public Optional<T> get(CallOwner connection, int side, int xid) {
    Entry<T> entry = entries.get(new Key(connection, side, xid));
    return entry == null ? Optional.empty() : Optional.of(entry.thing);
  }

  public Optional<T> remove(CallOwner connection, int side, int xid) {
    Entry<T> removed = entries.remove(new Key(connection, side, xid));
    if (removed == null) {
      return Optional.empty();
    }
    bytes -= removed.cost;
    return Optional.of(removed.thing);
  }

  /** Forgets all of a connection, and returns it from the oldest on. */
  public List<T> removeAll(CallOwner connection) {
    List<T> removed = new ArrayList<>(0);
    for (Iterator<Map.Entry<Key, Entry<T>>> each = entries.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<Key, Entry<T>> entry = each.next();
      if (entry.getKey().connection.equals(connection)) {
        removed.add(entry.getValue().thing);
        bytes -= entry.getValue().cost;
        each.remove();
      }
    }
    return removed;
  }

  /** Moves all of a connection to another, in which the sides have each other's numbers. */
  public void move(CallOwner from, CallOwner to) {
    List<Key> keys = new ArrayList<>(0);
    for (Key key : entries.keySet()) {
      if (key.connection.equals(from)) {
        keys.add(key);
      }
    }
    for (Key key : keys) {
      Entry<T> thing = entries.remove(key);
      if (thing != null) {
        entries.put(new Key(to, RdmaConnection.opposite(key.side), key.xid), thing);
      }
    }
  }
}
