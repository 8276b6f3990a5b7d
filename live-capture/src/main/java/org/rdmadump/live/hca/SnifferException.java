package org.rdmadump.live.hca;

import java.io.IOException;
import java.util.List;

/** An adapter cannot be sniffed, or not any more; the message says why, and what to do. */
public final class SnifferException extends IOException {
  private static final long serialVersionUID = 1;

  /** Why. */
  public enum Reason {
    /** This build has no library in C for this machine, or it cannot be loaded. */
    NO_NATIVE_LIBRARY,
    /** libibverbs is not installed. */
    NO_VERBS,
    /** The libibverbs that is installed lacks a function. */
    OLD_VERBS,
    /** libibverbs does not know the device, or the device has no such port. */
    NO_DEVICE,
    /** The process may not. */
    NOT_PERMITTED,
    /** The device, or its driver, does not do it. */
    NOT_SUPPORTED,
    /** Memory is short, or may not be locked. */
    NO_MEMORY,
    /** The device went away while it was sniffed. */
    DEVICE_GONE,
    /** Something else failed. */
    FAILED
  }

  private final Reason reason;
  private final String call;
  private final int errno;
  private final List<String> netDevices;

  SnifferException(Reason reason, String call, int errno, List<String> netDevices, String message) {
    super(message);
    this.reason = reason;
    this.call = call;
    this.errno = errno;
    this.netDevices = List.copyOf(netDevices);
  }

  /** {@return why} */
  public Reason reason() {
    return reason;
  }

  /** {@return the call that failed; empty if nothing of the device was called} */
  public String call() {
    return call;
  }

  /** {@return the error number of that call; 0 if it has none} */
  public int errno() {
    return errno;
  }

  /** {@return the net devices behind the device, which can be captured instead; may be none} */
  public List<String> netDevices() {
    return netDevices;
  }
}
