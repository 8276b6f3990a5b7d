package org.rdmadump.exercise.device;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What neither an interrupt nor a time ends: somebody else waits for it. */
final class Bounded {
  private Bounded() {}

  /**
   * Has something done by a thread of its own.
   *
   * @return what it returned; empty if it is not done in time, and goes on
   * @throws IOException if it throws that
   * @throws InterruptedException if this thread is interrupted; it goes on then, too
   */
  static <T> Optional<T> call(Deadline deadline, Callable<T> what)
      throws IOException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(what);
    start("connecting", task);
    try {
      return Optional.of(task.get(deadline.leftMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Has something done that nobody waits for, not even the end of the program. */
  static void start(String name, Runnable what) {
    Thread thread = new Thread(what, name);
    thread.setDaemon(true);
    thread.start();
  }
}
