package org.rdmadump.rdmacm;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A reference-counted native object, which users may keep longer than its owner; the last user
 * frees it.
 */
final class Shared {
  private final AtomicInteger users = new AtomicInteger(1);
  private final Runnable free;

  /** Creates an object with its owner as the only user. */
  Shared(Runnable free) {
    this.free = free;
  }

  /** Adds a user. The caller knows that the owner still uses the object. */
  void take() {
    users.incrementAndGet();
  }

  /** Removes a user. */
  void give() {
    if (users.decrementAndGet() == 0) {
      free.run();
    }
  }
}
