package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.rdma.RdmaConnection;

/**
 * The latest things of a run, by connection, side and XID. When there are too many, the oldest is
 * given up, whatever connection it belongs to, so that many connections hold no more than one.
 */
final class RecentByXid<T> {
  private final int most;
  private final Map<Key, T> entries = new LinkedHashMap<>();

  private static final class Key {
    private final RpcRdmaConnection connection;
    private final int side;
    private final int xid;

    Key(RpcRdmaConnection connection, int side, int xid) {
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
      return (connection.hashCode() * 31 + side) * 31 + Integer.reverseBytes(xid);
    }
  }

  RecentByXid(int most) {
    this.most = most;
  }

  /** Remembers a thing as the latest; returns the one that was given up for it. */
  Optional<T> put(RpcRdmaConnection connection, int side, int xid, T thing) {
    Key key = new Key(connection, side, xid);
    entries.remove(key);
    Optional<T> oldest = Optional.empty();
    if (entries.size() == most) {
      Iterator<T> things = entries.values().iterator();
      oldest = Optional.of(things.next());
      things.remove();
    }
    entries.put(key, thing);
    return oldest;
  }

  Optional<T> get(RpcRdmaConnection connection, int side, int xid) {
    return Optional.ofNullable(entries.get(new Key(connection, side, xid)));
  }

  Optional<T> remove(RpcRdmaConnection connection, int side, int xid) {
    return Optional.ofNullable(entries.remove(new Key(connection, side, xid)));
  }

  /** Forgets all of a connection, and returns it from the oldest on. */
  List<T> removeAll(RpcRdmaConnection connection) {
    List<T> removed = new ArrayList<>(0);
    for (Iterator<Map.Entry<Key, T>> each = entries.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<Key, T> entry = each.next();
      if (entry.getKey().connection.equals(connection)) {
        removed.add(entry.getValue());
        each.remove();
      }
    }
    return removed;
  }

  /** Moves all of a connection to another, in which the sides have each other's numbers. */
  void move(RpcRdmaConnection from, RpcRdmaConnection to) {
    List<Key> keys = new ArrayList<>(0);
    for (Key key : entries.keySet()) {
      if (key.connection.equals(from)) {
        keys.add(key);
      }
    }
    for (Key key : keys) {
      T thing = entries.remove(key);
      if (thing != null) {
        entries.put(new Key(to, RdmaConnection.opposite(key.side), key.xid), thing);
      }
    }
  }
}
