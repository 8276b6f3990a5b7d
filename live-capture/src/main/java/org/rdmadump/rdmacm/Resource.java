package org.rdmadump.rdmacm;

import java.nio.channels.AsynchronousCloseException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Something of the libraries that is to be given back. It belongs to others, and is closed with
 * them; others belong to it, and are closed before it, the youngest first, memory last.
 */
abstract class Resource implements AutoCloseable {
  final Gate gate = new Gate();

  private final Deque<Resource> owners = new ArrayDeque<>();
  private final Deque<Resource> belongings = new ArrayDeque<>();
  private final ReentrantLock closing = new ReentrantLock();
  private boolean closed;

  /** What it is called in messages. */
  abstract String what();

  /** Whether queues may need it: then it is closed after them, whatever its age. */
  boolean outlivesQueues() {
    return false;
  }

  /** Gives it back. Nobody uses it any more, and nothing belongs to it. */
  abstract void free();

  /**
   * Begins to use it.
   *
   * @throws IllegalStateException if it is closed
   */
  final void enter() {
    if (!gate.enter()) {
      throw closedAlready();
    }
  }

  /** Ends what {@link #enter} began. */
  final void leave() {
    gate.leave();
  }

  final IllegalStateException closedAlready() {
    return new IllegalStateException(what() + " is closed");
  }

  /** {@return whether it is closed, or about to be} */
  public final boolean isClosed() {
    return gate.isShut();
  }

  /**
   * Has something belong to it. Who calls this has entered it, so that it is not closed meanwhile.
   */
  final void own(Resource belonging) {
    synchronized (belonging.owners) {
      if (belonging.owners.contains(this)) {
        return;
      }
      belonging.owners.add(this);
    }
    synchronized (belongings) {
      if (belonging.outlivesQueues()) {
        belongings.addFirst(belonging);
      } else {
        belongings.addLast(belonging);
      }
    }
  }

  /** Has something not belong to it any more. */
  final void disown(Resource belonging) {
    synchronized (belongings) {
      belongings.remove(belonging);
    }
    synchronized (belonging.owners) {
      belonging.owners.remove(this);
    }
  }

  /**
   * Closes it, and before it what belongs to it. Calls that wait for something of it end with
   * {@link AsynchronousCloseException}. Does nothing if it is closed.
   */
  @Override
  public final void close() {
    closing.lock();
    try {
      if (closed) {
        return;
      }
      gate.shut();
      closeBelongings();
      free();
      closed = true;
    } finally {
      closing.unlock();
    }
    leaveOwners();
  }

  private void closeBelongings() {
    while (true) {
      Resource youngest;
      synchronized (belongings) {
        youngest = belongings.peekLast();
      }
      if (youngest == null) {
        return;
      }
      youngest.close();
      // Whoever closed it first may not have come to that yet.
      disown(youngest);
    }
  }

  private void leaveOwners() {
    while (true) {
      Resource owner;
      synchronized (owners) {
        owner = owners.peekFirst();
      }
      if (owner == null) {
        return;
      }
      owner.disown(this);
    }
  }

  /**
   * Sleeps until a file descriptor is readable.
   *
   * @param timeoutMillis how long at most; negative for ever
   * @return whether to look; false if it is too late
   * @throws InterruptedException if the thread was interrupted, before or meanwhile
   * @throws AsynchronousCloseException if it was closed meanwhile
   */
  final boolean await(Wakers wakers, int fd, int timeoutMillis)
      throws InterruptedException, AsynchronousCloseException, RdmaException {
    return await(wakers, fd, timeoutMillis, gate.wakes());
  }

  /**
   * The same for who shares what he waits for with other threads: one of them may take it, and wake
   * the others before this one sleeps.
   *
   * @param wakes of the gate, before it was looked
   */
  final boolean await(Wakers wakers, int fd, int timeoutMillis, int wakes)
      throws InterruptedException, AsynchronousCloseException, RdmaException {
    Waker waker = wakers.take();
    int ready;
    gate.add(waker);
    try {
      ready = gate.isShut() || gate.wakes() != wakes ? 1 : waker.await(fd, timeoutMillis);
    } finally {
      gate.remove(waker);
      wakers.give(waker);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException(what() + " was waited for");
    }
    if (gate.isShut()) {
      throw new AsynchronousCloseException();
    }
    RdmaException.check("poll", Math.min(ready, 0));
    return ready > 0;
  }
}
