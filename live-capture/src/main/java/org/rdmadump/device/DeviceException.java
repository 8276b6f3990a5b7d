package org.rdmadump.device;

/**
 * Thrown if a device does not exist, or a sysfs file is invalid. The message is for the user and
 * names the device or the file.
 */
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception without a cause. */
  public DeviceException(String message) {
    super(message);
  }

  /** Creates an exception with a cause. */
  public DeviceException(String message, Throwable cause) {
    super(message, cause);
  }
}
