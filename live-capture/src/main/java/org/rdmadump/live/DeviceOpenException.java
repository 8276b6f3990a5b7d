package org.rdmadump.live;

import java.io.IOException;

/** A device that cannot be captured; the message says why, and what to do about it. */
public final class DeviceOpenException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why it cannot be. */
  public enum Reason {
    /** A library is not installed. */
    NO_LIBRARY,
    /** The user may not. */
    NO_PRIVILEGE,
    /** There is none of that name. */
    NO_DEVICE,
    /** The capture filter is wrong, or not for such a device. */
    WRONG_FILTER,
    /** Anything else. */
    OTHER
  }

  private final Reason reason;

  /** A device that cannot be captured, with what to tell the user. */
  public DeviceOpenException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** {@return why} */
  public Reason reason() {
    return reason;
  }
}
