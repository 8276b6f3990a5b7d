package org.rdmadump.rdmacm;

import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;

/**
 * Waits for a file descriptor of the libraries; woken by an interrupt of the thread that waits, or
 * by {@link #wake}. It is a channel as only channels and selectors are told of interrupts by the
 * JDK. An interrupt closes the channel, but leaves the eventfd to {@link #dispose}.
 */
final class Waker extends AbstractInterruptibleChannel implements Sleeper {
  private final int event;

  /**
   * One over an eventfd of its own.
   *
   * @throws RdmaException if there are no more file descriptors
   */
  Waker() throws RdmaException {
    this.event = RdmaException.checked("eventfd", WaitNatives.open());
  }

  /**
   * Waits once.
   *
   * @return 1 if the descriptor may be readable, or woken; 0 if it is too late; a negative errno
   */
  int await(int fd, int timeoutMillis) {
    begin();
    int ready = WaitNatives.poll(fd, event, timeoutMillis);
    try {
      end(true);
    } catch (AsynchronousCloseException e) {
      // The thread was interrupted, which it still knows.
      return 1;
    }
    return ready;
  }

  /** Forgets that it was woken. */
  void reset() {
    WaitNatives.drain(event);
  }

  @Override
  public void wake() {
    WaitNatives.wake(event);
  }

  @Override
  protected void implCloseChannel() {
    wake();
  }

  /** Gives back the eventfd, which nobody uses any more. */
  void dispose() {
    WaitNatives.close(event);
  }
}
