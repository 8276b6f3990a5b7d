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
   * @throws UsageException if libpcap does not understand it
   * @throws UnreadableException if there is no libpcap
   */
  static CaptureFilter compile(String expression) throws UsageException, UnreadableException {
    try {
      return CaptureFilter.of(expression);
    } catch (DeviceOpenException e) {
      if (e.reason() == Reason.WRONG_FILTER) {
        throw wrong(expression, e);
      }
      throw new UnreadableException("-f " + e.getMessage(), e);
    }
  }

  /** {@return what to tell the user of an expression that libpcap does not understand} */
  static UsageException wrong(String expression, DeviceOpenException why) {
    return new UsageException("-f '" + expression + "': " + why.getMessage());
  }
}
