package org.rdmadump.rdmacm;

/** poll(2) and eventfd(2). Results below 0 are an errno, negated. */
final class WaitNatives {
  private WaitNatives() {}

  /** {@return a new eventfd} */
  static native int open();

  /** {@return 1 if one of both is readable, or a signal came; 0 if neither was in time} */
  static native int poll(int fd, int event, int timeoutMillis);

  static native void wake(int event);

  static native void drain(int event);

  static native void close(int event);

  /**
   * Has a signal end what the calling thread waits for in the kernel, with EINTR.
   *
   * @return what {@link #signal} takes, pthread_self(3); 0 if no signal is free
   */
  static native long signalled();

  /** Sends that signal to a thread that has not ended: pthread_kill(3). */
  static native void signal(long thread);
}
