package org.rdmadump.rdmacm;

/** The functions poll(2) and eventfd(2). Negative results are negated errnos. */
final class WaitNatives {
  private WaitNatives() {}

  /** {@return a new eventfd} */
  static native int open();

  /**
   * {@return 1 if a descriptor is readable or a signal arrived; 0 after the timeout} A negative
   * descriptor is never readable.
   */
  static native int poll(int fd, int other, int event, int timeoutMillis);

  static native void wake(int event);

  static native void drain(int event);

  static native void close(int event);

  /**
   * Lets a signal end the calling thread's wait in the kernel, with EINTR.
   *
   * @return the argument for {@link #signal}, pthread_self(3); 0 if no signal is free
   */
  static native long signalled();

  /** Sends the signal to a thread that has not ended: pthread_kill(3). */
  static native void signal(long thread);
}
