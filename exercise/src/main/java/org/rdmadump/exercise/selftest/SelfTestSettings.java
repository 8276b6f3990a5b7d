package org.rdmadump.exercise.selftest;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.RdmaDevices;
import org.rdmadump.exercise.ExerciseOptions;

/**
 * What is tested, and how.
 *
 * @param port the adapter's port
 * @param sysfs where sysfs is, or a copy of it
 * @param traffic the server that answers; its host is empty if there is none
 * @param filter for the traffic with it, in libpcap's language; empty for none
 * @param load how long the link is loaded in the step for the full rate
 * @param mayChange whether steps that change the machine are made
 * @param command starts this program again, without arguments
 * @param scratch an empty folder for captures
 */
public record SelfTestSettings(
    EndPort port,
    Path sysfs,
    ExerciseOptions traffic,
    String filter,
    Duration load,
    boolean mayChange,
    List<String> command,
    Path scratch) {
  /** {@return whether a server answers} */
  boolean hasTraffic() {
    return !traffic.host().isEmpty();
  }

  /** {@return whether this machine's own device is tested, not one of a copy of sysfs} */
  boolean isThisMachine() {
    return sysfs.equals(RdmaDevices.SYSFS);
  }
}
