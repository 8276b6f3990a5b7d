package org.rdmadump.rdmacm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Counts who uses a native object, so that it is freed when nobody does. Entering and leaving
 * allocates nothing.
 */
final class Gate {
  /** The sign: shut. Below it the number of those inside. */
  private static final int SHUT = Integer.MIN_VALUE;

  private static final long PAUSE_NANOS = 1_000_000;

  private final AtomicInteger state = new AtomicInteger();
  private final List<Sleeper> sleepers = new ArrayList<>();
  private volatile @Nullable Thread closer;

  /** {@return whether one got in; who did must {@link #leave}} */
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

  /** Lets nobody in any more, wakes who sleeps inside, and waits until all have left. */
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

  /** Has all who sleep inside look again. */
  void wakeSleepers() {
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
