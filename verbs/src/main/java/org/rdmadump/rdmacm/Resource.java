package org.rdmadump.rdmacm;

import java.nio.channels.AsynchronousCloseException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A native object that must be freed. An owner first closes the objects it owns: the youngest
 * first, memory last.
 */
abstract class Resource implements AutoCloseable {
  final Gate gate = new Gate();

  private final Deque<Resource> owners = new ArrayDeque<>();
  private final Deque<Resource> belongings = new ArrayDeque<>();
  private final ReentrantLock closing = new ReentrantLock();
  private final String name;
  private final boolean outlivesQueues;
  private boolean closed;

  /**
   * Creates a resource without an owner.
   *
   * @param name name in messages
   * @param outlivesQueues whether queues may need it: it is then closed after them, whatever its
   *     age
   */
  Resource(String name, boolean outlivesQueues) {
    this.name = name;
    this.outlivesQueues = outlivesQueues;
  }

  /** Creates a resource closed in the order of its age. */
  Resource(String name) {
    this(name, false);
  }

  /** Work with a resource. */
  interface Work<T, X extends Exception> {
    T run() throws X;
  }

  /** Something that can be waited for. */
  interface Source<T> {
    /**
     * {@return what is there; empty if there is nothing yet}
     *
     * @param leftMillis longest wait for another thread that takes something; negative for no limit
     */
    Optional<T> take(int leftMillis) throws RdmaException, InterruptedException;
  }

  /** {@return what it is; closed objects say so} */
  @Override
  public String toString() {
    return isClosed() ? name + ", closed" : name;
  }

  /** {@return the name in messages} */
  final String what() {
    return name;
  }

  /** Frees the object. No thread uses it any more, and it owns nothing. */
  abstract void free();

  /**
   * Begins to use the object.
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

  /**
   * Runs work while the object cannot be closed.
   *
   * @throws IllegalStateException if it is closed
   */
  final <T, X extends Exception> T use(Work<T, X> work) throws X {
    enter();
    try {
      return work.run();
    } finally {
      leave();
    }
  }

  /** Like {@link #use}, if the object is present; otherwise just runs the work. */
  static <T, X extends Exception> T useIfPresent(
      Optional<? extends Resource> resource, Work<T, X> work) throws X {
    return resource.isPresent() ? resource.get().use(work) : work.run();
  }

  /** {@return a new object, owned by this object, which cannot be closed in the meantime} */
  final <T extends Resource, X extends Exception> T make(Work<T, X> making) throws X {
    return use(
        () -> {
          T made = making.run();
          own(made);
          return made;
        });
  }

  final IllegalStateException closedAlready() {
    return new IllegalStateException(name + " is closed");
  }

  /** {@return whether the object is closed or being closed} */
  public final boolean isClosed() {
    return gate.isShut();
  }

  /**
   * Takes ownership of an object. The caller has entered this object, so that it is not closed in
   * the meantime.
   */
  final void own(Resource belonging) {
    synchronized (belonging.owners) {
      if (belonging.owners.contains(this)) {
        return;
      }
      belonging.owners.add(this);
    }
    synchronized (belongings) {
      if (belonging.outlivesQueues) {
        belongings.addFirst(belonging);
      } else {
        belongings.addLast(belonging);
      }
    }
  }

  /** Ends the ownership of an object. */
  final void disown(Resource belonging) {
    synchronized (belongings) {
      belongings.remove(belonging);
    }
    synchronized (belonging.owners) {
      belonging.owners.remove(this);
    }
  }

  /**
   * Closes the object, after the objects it owns. Calls that wait for it end with {@link
   * AsynchronousCloseException}. Closing twice has no effect.
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
      // Another thread may be closing it, and not have removed it yet.
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
   * Takes something, and sleeps as long as nothing is there. Allocates nothing.
   *
   * @param fd descriptor that is readable once something is there
   * @param timeoutMillis longest wait in milliseconds; 0 does not wait, negative has no limit
   * @return what was taken; empty after the timeout
   * @throws IllegalStateException if the object is closed
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the object is closed during the wait
   */
  final <T> Optional<T> take(Source<T> source, Wakers wakers, int fd, int timeoutMillis)
      throws InterruptedException, AsynchronousCloseException, RdmaException {
    long start = System.nanoTime();
    enter();
    try {
      while (true) {
        Optional<T> taken = source.take(Timeouts.left(timeoutMillis, start));
        if (taken.isPresent()) {
          return taken;
        }
        int left = Timeouts.left(timeoutMillis, start);
        if (left == 0 || !await(wakers, fd, left)) {
          return Optional.empty();
        }
      }
    } finally {
      leave();
    }
  }

  /**
   * Sleeps until a file descriptor is readable.
   *
   * @param timeoutMillis longest wait in milliseconds; negative for no limit
   * @return whether the descriptor may be readable; false after the timeout
   * @throws InterruptedException if the thread is interrupted before or during the wait
   * @throws AsynchronousCloseException if the object is closed during the wait
   */
  final boolean await(Wakers wakers, int fd, int timeoutMillis)
      throws InterruptedException, AsynchronousCloseException, RdmaException {
    return await(wakers, fd, -1, timeoutMillis, gate.wakes());
  }

  /**
   * Like the method above, for several threads that wait for one descriptor: one thread may take
   * what is there and wake the others before this thread sleeps.
   *
   * @param other another descriptor to wait for; -1 for none
   * @param wakes the gate's number of wake-ups, from before the caller looked
   */
  final boolean await(Wakers wakers, int fd, int other, int timeoutMillis, int wakes)
      throws InterruptedException, AsynchronousCloseException, RdmaException {
    Waker waker = wakers.take();
    int ready;
    gate.add(waker);
    try {
      ready = gate.isShut() || gate.wakes() != wakes ? 1 : waker.await(fd, other, timeoutMillis);
    } finally {
      gate.remove(waker);
      wakers.give(waker);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException(name + " was waited for");
    }
    if (gate.isShut()) {
      throw new AsynchronousCloseException();
    }
    RdmaException.check("poll", Math.min(ready, 0));
    return ready > 0;
  }
}
