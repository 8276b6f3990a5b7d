package org.rdmadump.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The user's wish to stop. A run looks at it between frames, ends as if the input did, and says
 * when its output is complete.
 */
final class Interruption {
  private static final long PATIENCE_MILLIS = 1000;

  private final CountDownLatch complete = new CountDownLatch(1);
  private volatile boolean requested;

  /** {@return whether the run should end} */
  boolean requested() {
    return requested;
  }

  /** Asks the run to end. */
  void request() {
    requested = true;
  }

  /** Says that nothing more will be printed. */
  void complete() {
    complete.countDown();
  }

  /**
   * Makes a signal such as SIGINT end the run in order before the process does. A {@code decoder}
   * that waits for input is interrupted after a second.
   */
  void onShutdown(Thread decoder) {
    Runtime.getRuntime().addShutdownHook(new Thread(new Hook(this, decoder), "shutdown"));
  }

  private record Hook(Interruption interruption, Thread decoder) implements Runnable {
    @Override
    public void run() {
      try {
        interruption.request();
        if (!interruption.await()) {
          decoder.interrupt();
          interruption.await();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean await() throws InterruptedException {
    return complete.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }
}
