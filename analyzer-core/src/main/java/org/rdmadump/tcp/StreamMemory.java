package org.rdmadump.tcp;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the streams of a run may keep, all together. */
public final class StreamMemory {
  private final long most;
  private final Set<MemoryHolder> holders = new LinkedHashSet<>();
  private @Nullable MemoryHolder newest;
  private long used;
  private long evicted;

  /** Room for {@code most} bytes. */
  public StreamMemory(long most) {
    this.most = most;
  }

  /** Counts bytes that {@code holder} keeps. */
  public void take(MemoryHolder holder, long bytes) {
    used += bytes;
    if (!isSame(newest, holder)) {
      holders.remove(holder);
      holders.add(holder);
      newest = holder;
    }
  }

  @SuppressWarnings("ReferenceEquality") // A holder is one thing.
  private static boolean isSame(@Nullable MemoryHolder one, MemoryHolder other) {
    return one == other;
  }

  /** Counts bytes that are kept no more. */
  public void give(long bytes) {
    used -= bytes;
  }

  /** Says that {@code holder} keeps nothing. */
  public void forget(MemoryHolder holder) {
    holders.remove(holder);
    if (isSame(newest, holder)) {
      newest = null;
    }
  }

  /**
   * Makes room, if too much is kept: whoever took nothing for the longest time gives up all. Is
   * called between packets, when no stream is in the middle of something.
   */
  public void enforce() {
    while (used > most && !holders.isEmpty()) {
      MemoryHolder idle = holders.iterator().next();
      evicted += idle.isIdle() ? 0 : 1;
      forget(idle);
      idle.giveUp();
    }
  }

  /** Counts that somebody gave up what he kept, by a limit of his own. */
  public void countEviction() {
    evicted++;
  }

  /** How often somebody had to give up what he kept. */
  public long evicted() {
    return evicted;
  }
}
