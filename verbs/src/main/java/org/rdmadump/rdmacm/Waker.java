package org.rdmadump.rdmacm;

import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;

/**
 * Waits for a file descriptor of the libraries; an interrupt of the waiting thread or {@link #wake}
 * ends the wait. It is a channel because the JDK reports interrupts only to channels and selectors.
 * An interrupt closes the channel; only {@link #dispose} closes the eventfd.
 */
final class Waker extends AbstractInterruptibleChannel implements Sleeper {
  private final int event;
  private volatile boolean isWoken;

  /**
   * Creates a waker with its own eventfd.
   *
   * @throws RdmaException if no file descriptor is free
   */
  Waker() throws RdmaException {
    this.event = RdmaException.checked("eventfd", WaitNatives.open());
  }

  /**
   * Waits once.
   *
   * @param other another descriptor; -1 for none
   * @return 1 if a descriptor may be readable, or after a wake-up; 0 after the timeout; or a
   *     negated errno
   */
  int await(int fd, int other, int timeoutMillis) {
    begin();
    int ready = WaitNatives.poll(fd, other, event, timeoutMillis);
    try {
      end(true);
    } catch (AsynchronousCloseException e) {
      // The thread was interrupted, which it still knows.
      return 1;
    }
    return ready;
  }

  /** Clears an earlier wake-up. */
  void reset() {
    if (isWoken) {
      isWoken = false;
      WaitNatives.drain(event);
    }
  }

  @Override
  public void wake() {
    isWoken = true;
    WaitNatives.wake(event);
  }

  @Override
  protected void implCloseChannel() {
    wake();
  }

  /** Closes the eventfd, which has no users any more. */
  void dispose() {
    WaitNatives.close(event);
  }
}
