package org.rdmadump.rdmacm;

import java.util.concurrent.TimeUnit;

/** Timeouts of waits, in milliseconds. */
final class Timeouts {
  private Timeouts() {}

  /** {@return the rest of a timeout in milliseconds, rounded up; -1 for no limit} */
  static int left(int timeoutMillis, long startNanos) {
    if (timeoutMillis < 0) {
      return -1;
    }
    long spent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    return (int) Math.max(0, timeoutMillis - spent);
  }
}
