package org.rdmadump.cli;

import org.jspecify.annotations.Nullable;

/** A run that fills all of its heap, is interrupted then, frees the heap and ends. */
final class FullHeap {
  private static final int LARGEST = 1 << 20;
  private static final long LATE_NANOS = 300_000_000L;

  private volatile boolean full;
  private @Nullable Object kept;

  private FullHeap() {}

  /** Prints {@code waited} if the end of the run was waited for; any word has a thread fail. */
  public static void main(String[] words) throws InterruptedException {
    new FullHeap().run(words.length > 0);
  }

  private void run(boolean fails) throws InterruptedException {
    Thread.setDefaultUncaughtExceptionHandler(new UncaughtFault());
    // To load a class takes memory; in a run, most are by then.
    Interruption before = new Interruption();
    before.complete(ExitStatus.DONE);
    before.end(Thread.currentThread());
    Interruption interruption = new Interruption();
    Thread run = Thread.currentThread();
    Thread shutdown =
        new Thread("shutdown") {
          @Override
          public void run() {
            awaitFull();
            if (fails) {
              kept = new Object[] {kept, new byte[LARGEST]};
            }
            try {
              interruption.end(run);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        };
    shutdown.start();
    fill();
    full = true;
    while (!interruption.requested() && shutdown.isAlive()) {
      Thread.onSpinWait();
    }
    long end = System.nanoTime() + LATE_NANOS;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
    boolean waits = shutdown.isAlive();
    kept = null;
    interruption.complete(ExitStatus.DONE);
    shutdown.join();
    System.out.println(waits ? "waited" : "not waited");
  }

  private void awaitFull() {
    while (!full) {
      Thread.onSpinWait();
    }
  }

  private void fill() {
    for (int size = LARGEST; size > 0; size /= 2) {
      try {
        while (true) {
          Object[] next = new Object[size];
          next[0] = kept;
          kept = next;
        }
      } catch (OutOfMemoryError e) {
        // Smaller ones may fit.
      }
    }
  }
}
