package org.rdmadump.cli;

import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DeviceOpenException.Reason;
import org.rdmadump.live.net.CaptureFilter;

/** What {@code -f} says, for frames that were captured already. */
final class CaptureFilters {
  private CaptureFilters() {}

  /**
   * {@return the filter}
   *
   * @throws CommandFailure if libpcap does not understand it
   * @throws CommandFailure if there is no libpcap
   */
  static CaptureFilter compile(String expression) throws CommandFailure {
    try {
      return CaptureFilter.of(expression);
    } catch (DeviceOpenException e) {
      if (e.reason() == Reason.WRONG_FILTER) {
        throw wrong(expression, e);
      }
      throw CommandFailure.unreadable("-f " + e.getMessage(), e);
    }
  }

  /** {@return what to tell the user of an expression that libpcap does not understand} */
  static CommandFailure wrong(String expression, DeviceOpenException why) {
    return CommandFailure.usage("-f '" + expression + "': " + why.getMessage());
  }
}
