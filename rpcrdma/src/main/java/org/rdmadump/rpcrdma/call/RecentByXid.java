package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmadump.order.KeyedHash;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.RdmaConnection;

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

  /** By hash; of those with the same place the latest, which knows the others. */
  private final @Nullable Object[] places;

  /** One that is used again for the next thing. */
  private @Nullable Entry<T> spare;

  /** The last for which there was no room, if nobody took it. */
  private @Nullable T gone;

  private long bytes;

  private static final class Entry<T> extends UseOrder.Member<Entry<T>> {
    CallOwner connection;
    int side;
    int xid;
    @Nullable T thing;
    long cost;
    int place;

    /** With the same place. */
    @Nullable Entry<T> next;

    Entry(CallOwner connection) {
      this.connection = connection;
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
    this.places = new Object[2 * Integer.highestOneBit(most)];
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
      if (givenUp == null) {
        gone = oldest;
      } else {
        givenUp.accept(oldest);
      }
    }
    add(connection, side, xid, thing, cost);
  }

  /** Hands over one that had to go, to be used again; null if there is none. */
  public @Nullable T takeGone() {
    T taken = gone;
    gone = null;
    return taken;
  }

  public @Nullable T get(CallOwner connection, int side, int xid) {
    Entry<T> entry = find(connection, side, xid);
    return entry == null ? null : entry.thing;
  }

  public @Nullable T remove(CallOwner connection, int side, int xid) {
    Entry<T> entry = find(connection, side, xid);
    return entry == null ? null : take(entry);
  }

  /** Forgets all of a connection, and returns it from the oldest on. */
  public List<T> removeAll(CallOwner connection) {
    List<T> removed = new ArrayList<>(0);
    List<Entry<T>> found = of(connection);
    for (int i = found.size() - 1; i >= 0; i--) {
      removed.add(take(found.get(i)));
    }
    return removed;
  }

  /** Moves all of a connection to another, in which the sides have each other's numbers. */
  public void move(CallOwner from, CallOwner to) {
    List<Entry<T>> found = of(from);
    for (int i = found.size() - 1; i >= 0; i--) {
      Entry<T> each = found.get(i);
      T thing = take(each);
      int side = RdmaConnection.opposite(each.side);
      int xid = each.xid;
      long cost = each.cost;
      remove(to, side, xid);
      add(to, side, xid, thing, cost);
    }
  }

  /** Those of a connection, from the latest on. */
  private List<Entry<T>> of(CallOwner connection) {
    List<Entry<T>> found = new ArrayList<>(0);
    Entry<T> each = order.isEmpty() ? null : order.newest();
    for (int i = order.size(); each != null && i > 0; i--) {
      if (each.connection.equals(connection)) {
        found.add(each);
      }
      each = each.olderOr(each);
    }
    return found;
  }

  private @Nullable Entry<T> find(CallOwner connection, int side, int xid) {
    Entry<T> each = latest(place(connection, side, xid));
    while (each != null && !each.is(connection, side, xid)) {
      each = each.next;
    }
    return each;
  }

  private int place(CallOwner connection, int side, int xid) {
    return KeyedHash.of(connection.hashCode(), side, xid) & places.length - 1;
  }

  @SuppressWarnings("unchecked") // Only entries are put in.
  private @Nullable Entry<T> latest(int place) {
    return (Entry<T>) places[place];
  }

  private void add(CallOwner connection, int side, int xid, T thing, long cost) {
    Entry<T> entry = spare == null ? new Entry<>(connection) : spare;
    spare = null;
    entry.connection = connection;
    entry.side = side;
    entry.xid = xid;
    entry.thing = thing;
    entry.cost = cost;
    entry.place = place(connection, side, xid);
    entry.next = latest(entry.place);
    places[entry.place] = entry;
    order.use(entry);
    bytes += cost;
  }

  private T take(Entry<T> entry) {
    leavePlace(entry);
    entry.leave();
    entry.next = null;
    bytes -= entry.cost;
    T thing = Objects.requireNonNull(entry.thing);
    entry.thing = null;
    spare = entry;
    return thing;
  }

  private void leavePlace(Entry<T> entry) {
    Entry<T> each = latest(entry.place);
    if (each == entry) {
      places[entry.place] = entry.next;
    }
    while (each != null && each != entry) {
      if (each.next == entry) {
        each.next = entry.next;
      }
      each = each.next;
    }
  }
}
