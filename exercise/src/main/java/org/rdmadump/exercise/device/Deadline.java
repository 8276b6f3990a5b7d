package org.rdmadump.exercise.device;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;

/** When something has to be done that takes several steps. */
final class Deadline {
  private final long patienceMillis;
  private final long start = System.nanoTime();

  /** So long from now on. */
  Deadline(Duration patience) {
    this.patienceMillis = Math.min(Integer.MAX_VALUE, patience.toMillis());
  }

  /** Milliseconds that are left, from 1 on, for what is told a time. */
  int leftMillis() {
    long spent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    return (int) Math.max(1, patienceMillis - spent);
  }

  /** That it is too late. */
  EndpointException missed(String where) {
    return new EndpointException(
        Reason.TIMED_OUT, where + " did not answer in " + patienceMillis + " ms");
  }
}
