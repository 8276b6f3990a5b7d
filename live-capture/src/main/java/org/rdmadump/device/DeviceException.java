package org.rdmadump.device;

/**
 * A device that is not there, or a file of sysfs that cannot be understood. Its message is for the
 * user: it names the device or the file.
 */
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception that nothing else caused. */
  public DeviceException(String message) {
    super(message);
  }

  /** An exception that another one caused. */
  public DeviceException(String message, Throwable cause) {
    super(message, cause);
  }
}
