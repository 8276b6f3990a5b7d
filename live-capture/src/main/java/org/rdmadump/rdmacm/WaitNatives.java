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
}
