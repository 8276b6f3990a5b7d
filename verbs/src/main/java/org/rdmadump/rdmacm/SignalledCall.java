package org.rdmadump.rdmacm;

import java.nio.channels.AsynchronousCloseException;
import org.rdmadump.verbs.Errno;

/**
 * A library call that waits inside the kernel, where a signal ends it with EINTR. It runs on a
 * thread of its own, which gets a signal when the caller is interrupted or the object is closed.
 * The call has ended when the caller continues.
 *
 * <p>rdma_connect(3) is such a call with iWARP: Soft-iWARP connects TCP within it.
 */
final class SignalledCall implements Runnable, Sleeper {
  /** Interval between signals: a signal sent before the kernel waits has no effect. */
  private static final long AGAIN_MILLIS = 5;

  private final IdentifierCalls.Call call;

  // Guarded by this.
  private boolean running;
  private long thread;
  private boolean ended;
  private int result;

  private SignalledCall(IdentifierCalls.Call call) {
    this.call = call;
  }

  /**
   * Makes a call and waits for it.
   *
   * @param name name of the function
   * @param of resource that ends the call when closed; the caller has entered it
   * @return the result of the call
   * @throws InterruptedException if the thread is interrupted before or during the wait
   * @throws AsynchronousCloseException if the resource is closed during the wait
   */
  static int await(String name, Resource of, IdentifierCalls.Call call)
      throws InterruptedException, AsynchronousCloseException {
    if (Thread.interrupted()) {
      throw new InterruptedException(name + " was not begun");
    }
    SignalledCall signalled = new SignalledCall(call);
    of.gate.add(signalled);
    try {
      Thread thread = new Thread(signalled, name);
      thread.setDaemon(true);
      thread.start();
      return signalled.await(name, of);
    } finally {
      of.gate.remove(signalled);
    }
  }

  private synchronized int await(String name, Resource of)
      throws InterruptedException, AsynchronousCloseException {
    boolean isInterrupted = false;
    while (!ended) {
      try {
        if (isInterrupted || of.isClosed()) {
          signal();
          wait(AGAIN_MILLIS);
        } else {
          wait();
        }
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    boolean isCut = result == -Errno.EINTR.number();
    if (isCut && of.isClosed()) {
      throw new AsynchronousCloseException();
    }
    if (isInterrupted) {
      if (isCut) {
        throw new InterruptedException(name + " was waited for");
      }
      // Too late.
      Thread.currentThread().interrupt();
    }
    return result;
  }

  private void signal() {
    if (running) {
      WaitNatives.signal(thread);
    }
  }

  @Override
  public void run() {
    begin(WaitNatives.signalled());
    int returned = -Errno.ENOMEM.number();
    try {
      returned = call.run();
    } catch (OutOfMemoryError e) {
      // Thrown by JNI before the library was called: the caller gets ENOMEM.
    } finally {
      end(returned);
    }
  }

  private synchronized void begin(long self) {
    thread = self;
    running = self != 0;
  }

  private synchronized void end(int returned) {
    running = false;
    result = returned;
    ended = true;
    notifyAll();
  }

  @Override
  public synchronized void wake() {
    notifyAll();
  }
}
