package org.rdmadump.live.hca;

import java.io.IOException;
import java.util.List;

/** Thrown if an adapter cannot be sniffed, or no longer. The message says why, and what to do. */
public final class SnifferException extends IOException {
  private static final long serialVersionUID = 1;

  /** The reason of the failure. */
  public enum Reason {
    /** The library in C is missing from this build for this machine, or cannot be loaded. */
    NO_NATIVE_LIBRARY,
    /** libibverbs is not installed. */
    NO_VERBS,
    /** The installed libibverbs lacks a function. */
    OLD_VERBS,
    /** libibverbs does not know the device, or the device has no such port. */
    NO_DEVICE,
    /** The process lacks permission. */
    NOT_PERMITTED,
    /** The device or its driver does not support sniffing. */
    NOT_SUPPORTED,
    /** Memory is short, or may not be locked. */
    NO_MEMORY,
    /** The device went away during the capture. */
    DEVICE_GONE,
    /** Another step failed. */
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

  /** {@return the reason of the failure} */
  public Reason reason() {
    return reason;
  }

  /** {@return the failed call; empty if no call to the device was made} */
  public String call() {
    return call;
  }

  /** {@return the error number of the failed call; 0 if there is none} */
  public int errno() {
    return errno;
  }

  /** {@return the net devices of the port, which may be captured instead; possibly none} */
  public List<String> netDevices() {
    return netDevices;
  }
}
