package org.rdmadump.live.net;

import org.pcap4j.core.Pcaps;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DeviceOpenException.Reason;

/** The library libpcap, which is found when it is needed first. */
final class Libpcap {
  private Libpcap() {}

  /**
   * Loads it, and does nothing if it is loaded.
   *
   * @throws DeviceOpenException if it is not there, or Java cannot call it
   */
  static void load() throws DeviceOpenException {
    try {
      String unused = Pcaps.libVersion();
    } catch (LinkageError e) {
      String why = String.valueOf(e.getMessage());
      boolean missing = e instanceof NoClassDefFoundError || why.contains("Unable to load library");
      throw new DeviceOpenException(
          Reason.NO_LIBRARY,
          missing
              ? "libpcap is not installed (Debian package libpcap0.8)"
              : "libpcap cannot be called: " + firstLine(why),
          e);
    }
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
