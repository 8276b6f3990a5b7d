package org.rdmadump.cli;

import org.jspecify.annotations.Nullable;

/**
 * The user's wish to stop. A run looks at it between frames, ends as if the input did, and says
 * when its output is complete. What a signal starts needs hardly any memory: the run may have
 * filled it.
 */
final class Interruption {
  private static final long PATIENCE_MILLIS = 1000;

  /** What was found may take a while to be written; who reads it may never do so. */
  private static final long LAST_PATIENCE_MILLIS = 10_000;

  /** The same for a run that has last words, which are its counts. */
  private static final long SHORT_PATIENCE_MILLIS = 2000;

  /** How long they may take: who reads the output may be who does not read them, either. */
  private static final long LAST_WORDS_MILLIS = 500;

  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** Whether the decoder may be waiting for input; nothing is written before the first one. */
  private volatile boolean reading = true;

  private volatile boolean requested;
  private boolean complete;

  /** Left for classes that only a signal needs. */
  private byte @Nullable [] unusedMemory = new byte[UncaughtFault.RESERVE];

  /** Whether a signal is how the run is meant to end. */
  private volatile boolean well;

  private volatile int status = ExitStatus.DONE;

  /** Waits for the run once there is a signal. */
  private @Nullable Thread hook;

  /** What is said in place of a run that does not end. */
  private volatile @Nullable Runnable lastWords;

  /** {@return whether the run should end} */
  boolean requested() {
    return requested;
  }

  /** Asks the run to end. */
  void request() {
    requested = true;
  }

  /** Says what is done if the run does not end within 3 s: the process ends without it then. */
  void otherwise(Runnable words) {
    lastWords = words;
  }

  /**
   * Says that a signal is how the run is meant to end: the process ends with status 0 then, unless
   * the run failed before.
   */
  void endsWell() {
    well = true;
  }

  /**
   * Says that nothing more will be printed.
   *
   * @param endStatus how the run ended
   */
  void complete(int endStatus) {
    status = endStatus;
    synchronized (this) {
      complete = true;
      notifyAll();
    }
    if (hook != null && !requested) {
      try {
        // Nobody needs it any more, and a thread less is started at the end.
        boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // A signal came: it says how the process ends.
      }
    }
  }

  /** Says that the calling thread may have to wait for input now. */
  void beginReading() {
    reading = true;
  }

  /**
   * Says that the calling thread does something else now, and is not interrupted in that: an
   * interrupted thread could write to no channel any more.
   */
  void endReading() {
    if (!requested) {
      reading = false;
      return;
    }
    synchronized (this) {
      reading = false;
      boolean unused = Thread.interrupted();
    }
  }

  /**
   * Makes a signal such as SIGINT end the run in order before the process does. A {@code decoder}
   * that waits for input is interrupted after a second.
   */
  void onShutdown(Thread decoder) {
    Thread waiting =
        new Thread("shutdown") {
          @Override
          public void run() {
            endOf(decoder);
          }
        };
    Runtime.getRuntime().addShutdownHook(waiting);
    hook = waiting;
  }

  private void endOf(Thread decoder) {
    try {
      end(decoder);
      if ((well && status == ExitStatus.DONE) || status == ExitStatus.OUTPUT) {
        // Only so does a process that got a signal have another status than that of the signal.
        // An output that is not whole matters more than the signal.
        Runtime.getRuntime().halt(status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks the run to end, interrupts a {@code decoder} that waits for input, and waits for it. */
  void end(Thread decoder) throws InterruptedException {
    unusedMemory = null;
    request();
    if (!awaitComplete(PATIENCE_MILLIS)) {
      interrupt(decoder);
      Runnable words = lastWords;
      if (words == null) {
        boolean unused = awaitComplete(LAST_PATIENCE_MILLIS);
      } else if (!awaitComplete(SHORT_PATIENCE_MILLIS)) {
        say(words);
      }
    }
  }

  private synchronized boolean awaitComplete(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * NANOS_PER_MILLI;
    long left = millis;
    while (!complete && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / NANOS_PER_MILLI;
    }
    return complete;
  }

  private static void say(Runnable words) throws InterruptedException {
    Thread speaker = new Thread(words, "last words");
    speaker.setDaemon(true);
    speaker.start();
    speaker.join(LAST_WORDS_MILLIS);
  }

  private synchronized void interrupt(Thread decoder) {
    if (reading) {
      try {
        decoder.interrupt();
      } catch (OutOfMemoryError e) {
        // To close its channel took memory; that it is interrupted it sees all the same.
      }
    }
  }
}
