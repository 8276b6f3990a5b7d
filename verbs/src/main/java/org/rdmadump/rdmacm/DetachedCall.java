package org.rdmadump.rdmacm;

import java.nio.channels.AsynchronousCloseException;
import java.util.List;
import org.rdmadump.verbs.Errno;

/**
 * A library call that cannot be interrupted, on a thread of its own. The caller may abandon the
 * call; its thread then undoes the call when it ends.
 *
 * <p>The number of such threads is not bounded. A caller that retries again and again holds a
 * thread, a file descriptor and an identifier for each unfinished call.
 */
final class DetachedCall implements Runnable, Sleeper {
  /** The call. */
  interface Call {
    /** {@return a pointer, or a negated errno} */
    long run();
  }

  /** Frees the result of a call. */
  interface Undo {
    void run(long made);
  }

  private final Call call;
  private final Undo undo;
  private final List<Shared> used;

  // Guarded by this.
  private boolean ended;
  private boolean abandoned;
  private long result;

  private DetachedCall(Call call, Undo undo, List<Shared> used) {
    this.call = call;
    this.undo = undo;
    this.used = used;
  }

  /**
   * Makes a call and waits for it.
   *
   * @param name name of the function
   * @param watched resources that end the wait when closed; the caller has entered them
   * @param used resources needed by the call and its undo, most needed first
   * @return the result of the call
   * @throws InterruptedException if the thread is interrupted before or during the wait
   * @throws AsynchronousCloseException if a watched resource is closed during the wait
   */
  static long await(String name, List<Resource> watched, List<Shared> used, Call call, Undo undo)
      throws InterruptedException, AsynchronousCloseException {
    if (Thread.interrupted()) {
      throw new InterruptedException(name + " was not begun");
    }
    DetachedCall detached = new DetachedCall(call, undo, used);
    watched.forEach(each -> each.gate.add(detached));
    try {
      detached.start(name);
      return detached.await(name, watched);
    } finally {
      watched.forEach(each -> each.gate.remove(detached));
    }
  }

  private void start(String name) {
    used.forEach(Shared::take);
    boolean started = false;
    try {
      Thread thread = new Thread(this, name);
      thread.setDaemon(true);
      thread.start();
      started = true;
    } finally {
      if (!started) {
        used.forEach(Shared::give);
      }
    }
  }

  private synchronized long await(String name, List<Resource> watched)
      throws InterruptedException, AsynchronousCloseException {
    while (!ended) {
      if (watched.stream().anyMatch(Resource::isClosed)) {
        abandoned = true;
        throw new AsynchronousCloseException();
      }
      try {
        wait();
      } catch (InterruptedException e) {
        if (!ended) {
          abandoned = true;
          throw new InterruptedException(name + " was waited for");
        }
        // Too late to give up.
        Thread.currentThread().interrupt();
      }
    }
    return result;
  }

  @Override
  public void run() {
    long made = -Errno.ENOMEM.number();
    try {
      made = call.run();
    } catch (OutOfMemoryError e) {
      // Thrown by JNI before the library was called: the caller gets ENOMEM.
    } finally {
      if (!deliver(made)) {
        if (made >= 0) {
          undo.run(made);
        }
        used.forEach(Shared::give);
      }
    }
  }

  /** {@return whether the caller still waits; if so, the used resources are released} */
  private synchronized boolean deliver(long made) {
    if (abandoned) {
      return false;
    }
    used.forEach(Shared::give);
    result = made;
    ended = true;
    notifyAll();
    return true;
  }

  @Override
  public synchronized void wake() {
    notifyAll();
  }
}
