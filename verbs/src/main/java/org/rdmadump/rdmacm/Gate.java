package org.rdmadump.rdmacm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Counts the threads that use a native object, so that it is freed when none does. Entering and
 * leaving allocates nothing.
 */
final class Gate {
  /** The sign bit: shut. The other bits: the number of threads inside. */
  private static final int SHUT = Integer.MIN_VALUE;

  private static final long PAUSE_NANOS = 1_000_000;

  private final AtomicInteger state = new AtomicInteger();
  private final AtomicInteger wakes = new AtomicInteger();
  private final List<Sleeper> sleepers = new ArrayList<>();
  private volatile @Nullable Thread closer;

  /** {@return whether the thread got in; then it must {@link #leave}} */
  boolean enter() {
    while (true) {
      int now = state.get();
      if (now < 0) {
        return false;
      }
      if (state.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  void leave() {
    if (state.decrementAndGet() == SHUT) {
      LockSupport.unpark(closer);
    }
  }

  boolean isShut() {
    return state.get() < 0;
  }

  /** Lets no thread in any more, wakes those that sleep inside, and waits until all have left. */
  void shut() {
    closer = Thread.currentThread();
    state.getAndUpdate(now -> now | SHUT);
    while (state.get() != SHUT) {
      wakeSleepers();
      LockSupport.parkNanos(this, PAUSE_NANOS);
      // An interrupted thread does not park.
      Thread.onSpinWait();
    }
    closer = null;
  }

  /**
   * {@return how often sleepers were woken: a thread that looked before a change must look again}
   */
  int wakes() {
    return wakes.get();
  }

  /** Has the threads look again that sleep inside, or are about to. */
  void wakeSleepers() {
    wakes.incrementAndGet();
    synchronized (sleepers) {
      for (int i = 0; i < sleepers.size(); i++) {
        sleepers.get(i).wake();
      }
    }
  }

  /** Has a sleeper woken when the gate is shut, until {@link #remove}. */
  void add(Sleeper sleeper) {
    synchronized (sleepers) {
      sleepers.add(sleeper);
    }
  }

  void remove(Sleeper sleeper) {
    synchronized (sleepers) {
      sleepers.remove(sleeper);
    }
  }
}
