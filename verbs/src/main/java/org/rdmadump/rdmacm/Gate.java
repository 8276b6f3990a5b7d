package org.rdmadump.rdmacm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Counts the threads that use a native object, so that the last one out permits freeing it.
 * Entering and leaving allocate nothing.
 */
final class Gate {
  /** The sign bit: shut. The other bits: the number of threads inside. */
  private static final int SHUT = Integer.MIN_VALUE;

  private static final long PAUSE_NANOS = 1_000_000;

  private final AtomicInteger state = new AtomicInteger();
  private final AtomicInteger wakes = new AtomicInteger();
  private final List<Sleeper> sleepers = new ArrayList<>();
  private volatile @Nullable Thread closer;

  /** {@return whether the thread entered; if so it must {@link #leave}} */
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

  /** Refuses new threads, wakes the sleepers inside, and waits until all threads have left. */
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
   * {@return the number of wake-ups: a thread that looked before the number changed must look
   * again}
   */
  int wakes() {
    return wakes.get();
  }

  /** Wakes the threads that sleep inside or are about to sleep. */
  void wakeSleepers() {
    wakes.incrementAndGet();
    synchronized (sleepers) {
      for (int i = 0; i < sleepers.size(); i++) {
        sleepers.get(i).wake();
      }
    }
  }

  /** Registers a sleeper to wake when the gate is shut, until {@link #remove}. */
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
