package org.rdmadump.rpcrdma.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.SentOrder;

/**
 * What moved through handles without a live advertisement, for replies whose calls were not
 * captured, and for calls that are captured behind it: a segment for each operation. Of too many
 * handles the oldest are given up first.
 */
public final class UnadvertisedMemory {
  /** Handles that are followed. */
  private static final int MOST_HANDLES = 256;

  /** Operations that are remembered. */
  static final int MOST_OPERATIONS = 4096;

  /** Operations that are remembered of a handle, before it starts anew. */
  private static final int MOST_OF_HANDLE = MOST_OPERATIONS / 2;

  private final PagePool pages;

  /**
   * In the order in which the operations were seen; null until something is put in: there may be
   * ten thousand of these.
   */
  private @Nullable CounterTable<List<RdmaSegment>> byHandle;

  private int operations;
  private long evicted;

  /** None yet; ranges are charged to {@code pages}. */
  UnadvertisedMemory(PagePool pages) {
    this.pages = pages;
  }

  /** Operations that are remembered. */
  public int operations() {
    return operations;
  }

  /** Handles that were given up because there were too many, or too many operations. */
  long evicted() {
    return evicted;
  }

  /** The segment that takes one more operation on a handle. */
  RdmaSegment touched(int handle, long address) {
    RdmaSegment fresh = RdmaSegment.unknown(handle, address);
    fresh.chargeTo(pages);
    put(fresh);
    return fresh;
  }

  private void put(RdmaSegment stray) {
    CounterTable<List<RdmaSegment>> known = byHandle;
    if (known == null) {
      known = new CounterTable<>();
      byHandle = known;
    }
    int handle = stray.handle();
    List<RdmaSegment> same = known.get(handle);
    if (same != null && same.size() >= MOST_OF_HANDLE) {
      evict(known, handle);
      same = null;
    }
    if (same == null && known.size() == MOST_HANDLES) {
      evict(known, known.oldest());
    }
    while (operations >= MOST_OPERATIONS) {
      // One handle has no more than half of the operations.
      evict(known, known.oldestBut(handle));
    }
    if (same == null) {
      same = new ArrayList<>(1);
      known.put(handle, same);
    }
    same.add(stray);
    operations++;
  }

  private void evict(CounterTable<List<RdmaSegment>> known, int handle) {
    List<RdmaSegment> gone = known.remove(handle);
    if (gone != null) {
      operations -= gone.size();
      for (RdmaSegment each : gone) {
        each.retire();
      }
      evicted++;
    }
  }

  /**
   * Hands over what moved through a handle up to a reply, and forgets it; null if nothing did.
   *
   * @param reply place of the reply; what is known to be behind it stays
   */
  @Nullable RdmaSegment take(int handle, long reply) {
    long last = reply == SentOrder.NONE ? Long.MAX_VALUE : reply;
    List<RdmaSegment> taken = takeIf(handle, moved -> moved.operation().order() <= last);
    if (taken.size() <= 1) {
      return taken.isEmpty() ? null : ended(taken.get(0));
    }
    long lowest = taken.get(0).offset();
    for (RdmaSegment each : taken) {
      lowest = Long.compareUnsigned(each.offset(), lowest) < 0 ? each.offset() : lowest;
    }
    RdmaSegment all = RdmaSegment.unknown(handle, lowest);
    for (RdmaSegment each : taken) {
      give(each, all);
    }
    return ended(all);
  }

  private static RdmaSegment ended(RdmaSegment segment) {
    segment.end();
    segment.uncharge();
    return segment;
  }

  /** Gives a segment what another one, which takes no more, saw of its range. */
  static void give(RdmaSegment stray, RdmaSegment segment) {
    ByteRanges taken = new ByteRanges();
    stray.seenTo(taken, segment);
    if (!taken.isEmpty()) {
      ByteRanges without = new ByteRanges();
      stray.cutTo(without, segment);
      segment.ownSeen().addWithoutValues(taken, without);
    }
    for (RdmaSubSegment moved : stray.subSegments()) {
      if (segment.kind() != RdmaSegment.Kind.UNKNOWN) {
        moved.advertised();
      }
      moved.moveTo(segment);
      segment.add(moved);
    }
    stray.uncharge();
    segment.announceIfComplete();
  }

  /** Hands over what moved through the handle of a segment, and is certainly of its call. */
  List<RdmaSegment> takeFor(RdmaSegment segment) {
    return byHandle == null
        ? Collections.emptyList()
        : takeIf(segment.handle(), moved -> isOf(segment, moved));
  }

  /** Whether an operation is certainly that of the call which advertised a segment. */
  static boolean isOf(RdmaSegment segment, RdmaSubSegment moved) {
    RdmaOperation operation = moved.operation();
    Window window = segment.window();
    return window != null
        && moved.isRead() == (segment.kind() == RdmaSegment.Kind.READ)
        && segment.contains(operation.address(), operation.length())
        && window.of(operation.order(), moved.isRead()) == Window.Verdict.OWN;
  }

  /** Takes what was kept apart of a segment that is over, and may be of a call captured later. */
  public void takeBack(RdmaSegment segment) {
    if (segment.keepsApart()) {
      for (RdmaSegment stray : segment.takeStrays(moved -> true)) {
        stray.chargeTo(pages);
        put(stray);
      }
    }
  }

  private List<RdmaSegment> takeIf(int handle, Predicate<RdmaSubSegment> isWanted) {
    CounterTable<List<RdmaSegment>> known = byHandle;
    List<RdmaSegment> same = known == null ? null : known.get(handle);
    if (known == null || same == null) {
      return List.of();
    }
    List<RdmaSegment> taken = new ArrayList<>(0);
    for (RdmaSegment each : same) {
      if (isWanted.test(each.subSegments().get(0))) {
        taken.add(each);
      }
    }
    operations -= taken.size();
    if (taken.size() == same.size()) {
      List<RdmaSegment> unused = known.remove(handle);
    } else if (!taken.isEmpty()) {
      same.removeAll(new HashSet<>(taken));
    }
    return taken;
  }

  /** Gives all of it up: replies would have listed some. */
  public void evictAll() {
    evicted += byHandle == null ? 0 : byHandle.size();
    reset();
  }

  /** Forgets all of it, where no message is going to list any: nothing is given up. */
  public void reset() {
    for (List<RdmaSegment> same : lists()) {
      for (RdmaSegment each : same) {
        each.retire();
      }
    }
    byHandle = null;
    operations = 0;
  }

  /** Takes over that of the same memory that was kept for the other direction's sake. */
  void absorb(UnadvertisedMemory other) {
    for (List<RdmaSegment> same : other.lists()) {
      for (RdmaSegment each : same) {
        put(each);
      }
    }
  }

  private List<List<RdmaSegment>> lists() {
    return byHandle == null ? List.of() : byHandle.values();
  }
}
