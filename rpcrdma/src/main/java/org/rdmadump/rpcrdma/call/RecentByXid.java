package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rpcrdma.memory.CounterTable;

/**
 * The latest things of a run, by connection, side and XID. When there are too many, the oldest is
 * given up, whatever connection it belongs to, so that many connections hold no more than one.
 */
public final class RecentByXid<T> {
  private final int most;
  private final long mostBytes;
  private final @Nullable Consumer<T> givenUp;

  /** From the oldest on. */
  private final UseOrder<Entry<T>> order = new UseOrder<>();

  /** By {@link #mixed} numbers; of those with the same one the latest, which knows the others. */
  private final CounterTable<Entry<T>> byNumber = new CounterTable<>();

  /** Of each connection the latest, which knows those before it. */
  private final Map<CallOwner, Entry<T>> latest = new HashMap<>();

  private long bytes;

  private static final class Entry<T> extends UseOrder.Member<Entry<T>> {
    final CallOwner connection;
    final int side;
    final int xid;
    final T thing;
    final long cost;

    final int number;

    /** With the same number. */
    @Nullable Entry<T> next;

    /** Of the same connection. */
    @Nullable Entry<T> before;

    @Nullable Entry<T> after;

    Entry(CallOwner connection, int side, int xid, T thing, long cost) {
      this.connection = connection;
      this.side = side;
      this.xid = xid;
      this.thing = thing;
      this.cost = cost;
      this.number = mixed(connection, side, xid);
    }

    @Override
    protected Entry<T> self() {
      return this;
    }

    boolean is(CallOwner owner, int ofSide, int ofXid) {
      return xid == ofXid && side == ofSide && connection.equals(owner);
    }
  }

  /**
   * None yet.
   *
   * @param most of them
   * @param mostBytes that they hold together
   * @param givenUp takes those for which there is no room any more; null if nobody does
   */
  RecentByXid(int most, long mostBytes, @Nullable Consumer<T> givenUp) {
    this.most = most;
    this.mostBytes = mostBytes;
    this.givenUp = givenUp;
  }

  /**
   * Remembers a thing as the latest.
   *
   * @param cost bytes that it holds, roughly
   */
  public void put(CallOwner connection, int side, int xid, T thing, long cost) {
    remove(connection, side, xid);
    while (order.size() == most || (!order.isEmpty() && bytes + cost > mostBytes)) {
      T oldest = take(order.oldest());
      if (givenUp != null) {
        givenUp.accept(oldest);
      }
    }
    add(new Entry<>(connection, side, xid, thing, cost));
  }

  public Optional<T> get(CallOwner connection, int side, int xid) {
    Entry<T> entry = find(connection, side, xid);
    return entry == null ? Optional.empty() : Optional.of(entry.thing);
  }

  public Optional<T> remove(CallOwner connection, int side, int xid) {
    Entry<T> entry = find(connection, side, xid);
    return entry == null ? Optional.empty() : Optional.of(take(entry));
  }

  /** Forgets all of a connection, and returns it from the oldest on. */
  public List<T> removeAll(CallOwner connection) {
    List<T> removed = new ArrayList<>(0);
    for (Entry<T> each : of(connection)) {
      removed.add(take(each));
    }
    return removed;
  }

  /** Moves all of a connection to another, in which the sides have each other's numbers. */
  public void move(CallOwner from, CallOwner to) {
    for (Entry<T> each : of(from)) {
      T thing = take(each);
      int side = RdmaConnection.opposite(each.side);
      remove(to, side, each.xid);
      add(new Entry<>(to, side, each.xid, thing, each.cost));
    }
  }

  private List<Entry<T>> of(CallOwner connection) {
    List<Entry<T>> found = new ArrayList<>(0);
    for (Entry<T> each = latest.get(connection); each != null; each = each.before) {
      found.add(each);
    }
    Collections.reverse(found);
    return found;
  }

  private @Nullable Entry<T> find(CallOwner connection, int side, int xid) {
    Entry<T> each = byNumber.get(mixed(connection, side, xid));
    while (each != null && !each.is(connection, side, xid)) {
      each = each.next;
    }
    return each;
  }

  private static int mixed(CallOwner connection, int side, int xid) {
    return (connection.hashCode() * 31 + side) * 31 + xid;
  }

  private void add(Entry<T> entry) {
    entry.next = byNumber.get(entry.number);
    byNumber.put(entry.number, entry);
    Entry<T> before = latest.put(entry.connection, entry);
    entry.before = before;
    if (before != null) {
      before.after = entry;
    }
    order.use(entry);
    bytes += entry.cost;
  }

  private T take(Entry<T> entry) {
    leaveNumber(entry);
    leaveConnection(entry);
    entry.leave();
    // In the old generation, it would keep those after it until that is collected.
    entry.next = null;
    entry.before = null;
    entry.after = null;
    bytes -= entry.cost;
    return entry.thing;
  }

  private void leaveNumber(Entry<T> entry) {
    Entry<T> each = byNumber.get(entry.number);
    if (each == entry) {
      if (entry.next == null) {
        byNumber.remove(entry.number);
      } else {
        byNumber.put(entry.number, entry.next);
      }
    }
    while (each != null && each != entry) {
      if (each.next == entry) {
        each.next = entry.next;
      }
      each = each.next;
    }
  }

  private void leaveConnection(Entry<T> entry) {
    Entry<T> before = entry.before;
    Entry<T> after = entry.after;
    if (before != null) {
      before.after = after;
    }
    if (after != null) {
      after.before = before;
    } else if (before != null) {
      latest.put(entry.connection, before);
    } else {
      latest.remove(entry.connection);
    }
  }
}
