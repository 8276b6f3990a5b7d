package org.rdmadump.rdmacm;

import java.util.concurrent.atomic.AtomicInteger;

/** A native object that others may use longer than its owner: freed by the last of them. */
final class Shared {
  private final AtomicInteger users = new AtomicInteger(1);
  private final Runnable free;

  /** One that its owner uses. */
  Shared(Runnable free) {
    this.free = free;
  }

  /** Begins to use it. The caller knows that its owner still does. */
  void take() {
    users.incrementAndGet();
  }

  /** Ends using it. */
  void give() {
    if (users.decrementAndGet() == 0) {
      free.run();
    }
  }
}
