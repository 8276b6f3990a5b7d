package org.rdmadump.cli;

import java.io.Flushable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.FollowControl;

/**
 * Waits for a capture to grow, until the user wants to stop; meanwhile nothing is held back, but of
 * a compressed one: the thread that inflates it waits, while the other one may be printing.
 */
final class Following implements FollowControl {
  private static final long PAUSE_MILLIS = 50;

  private final Interruption interruption;

  /** Who prints. */
  private final Thread owner = Thread.currentThread();

  private @Nullable Flushable writer;

  Following(Interruption interruption) {
    this.interruption = interruption;
  }

  /** Says whose output is passed on before every pause. */
  void passesOn(Flushable output) {
    writer = output;
  }

  /** Passes on what was printed; for the thread that prints. */
  void passOn() {
    Flushable output = writer;
    if (output != null) {
      try {
        output.flush();
      } catch (IOException e) {
        throw new OutputFailure(e);
      }
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // A thread is one thing.
  public boolean pause() {
    if (Thread.currentThread() == owner) {
      passOn();
    }
    if (interruption.requested()) {
      return false;
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return true;
  }
}
