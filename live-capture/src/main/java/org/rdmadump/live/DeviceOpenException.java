package org.rdmadump.live;

import java.io.IOException;

/** Thrown if a device cannot be captured. The message says why, and what to do. */
public final class DeviceOpenException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The reason of the failure. */
  public enum Reason {
    /** A library is not installed. */
    NO_LIBRARY,
    /** The user lacks permission. */
    NO_PRIVILEGE,
    /** There is no device with this name. */
    NO_DEVICE,
    /** The capture filter is invalid, or does not suit the device. */
    WRONG_FILTER,
    /** Another reason. */
    OTHER
  }

  private final Reason reason;

  /**
   * Creates an exception.
   *
   * @param reason the reason of the failure
   * @param message text for the user
   * @param cause the original failure
   */
  public DeviceOpenException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** {@return the reason of the failure} */
  public Reason reason() {
    return reason;
  }
}
