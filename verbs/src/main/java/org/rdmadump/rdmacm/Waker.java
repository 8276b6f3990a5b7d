package org.rdmadump.rdmacm;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;

/**
 * Waits for a file descriptor of the libraries; woken by an interrupt of the thread that waits, or
 * by {@link #wake}. It is a selector as only those are told of interrupts by the JDK.
 */
final class Waker extends AbstractSelector implements Sleeper {
  private final int event;

  /**
   * One over an eventfd of its own.
   *
   * @throws RdmaException if there are no more file descriptors
   */
  Waker() throws RdmaException {
    super(SelectorProvider.provider());
    this.event = RdmaException.checked("eventfd", WaitNatives.open());
  }

  /**
   * Waits once.
   *
   * @return 1 if the descriptor may be readable, or woken; 0 if it is too late; a negative errno
   */
  int await(int fd, int timeoutMillis) {
    try {
      begin();
      return WaitNatives.poll(fd, event, timeoutMillis);
    } finally {
      end();
    }
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
  public Selector wakeup() {
    wake();
    return this;
  }

  @Override
  protected void implCloseSelector() {
    WaitNatives.close(event);
  }

  @Override
  protected SelectionKey register(
      AbstractSelectableChannel channel, int operations, Object attachment) {
    throw new UnsupportedOperationException("it only wakes: no channel is waited for by it");
  }

  @Override
  public Set<SelectionKey> keys() {
    return Set.of();
  }

  @Override
  public Set<SelectionKey> selectedKeys() {
    return Set.of();
  }

  @Override
  public int selectNow() {
    return 0;
  }

  @Override
  public int select(long timeout) {
    return 0;
  }

  @Override
  public int select() {
    return 0;
  }

  /** Closes it; closing an eventfd does not fail. */
  void dispose() {
    try {
      close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
