package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.device.NetDevice;
import org.rdmadump.device.RdmaDevices;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.net.NetCaptureOptions;
import org.rdmadump.live.net.NetDeviceCapture;

/** Which device a name stands for, and what is said if it cannot be captured. */
final class LiveDevices {
  private static final String PRIVILEGE =
      "run it as root, or say sudo setpriv --reuid=$USER --regid=$(id -g) --init-groups"
          + " --inh-caps=+net_raw --ambient-caps=+net_raw rdmadump live ...;"
          + " docs/live-capture.md has other ways";

  private final NetCaptureOptions net;

  LiveDevices(NetCaptureOptions net) {
    this.net = net;
  }

  /**
   * Opens a device.
   *
   * @throws UsageException if there is none of that name, or the capture filter is wrong
   * @throws UnreadableException if it cannot be captured
   */
  CaptureDevice open(String name) throws UsageException, UnreadableException {
    List<String> known = names();
    if (!name.equals(NetDeviceCapture.ANY) && !known.isEmpty() && !known.contains(name)) {
      throw unknown(name, known);
    }
    try {
      return NetDeviceCapture.open(name, net);
    } catch (DeviceOpenException e) {
      switch (e.reason()) {
        case WRONG_FILTER -> throw CaptureFilters.wrong(net.filter(), e);
        case NO_DEVICE -> throw unknown(name, known);
        case NO_PRIVILEGE -> throw new UnreadableException(e.getMessage() + "; " + PRIVILEGE, e);
        case NO_LIBRARY, OTHER -> throw new UnreadableException(String.valueOf(e.getMessage()), e);
      }
      throw new IllegalStateException(e);
    }
  }

  /** {@return that a device has to be named, and which there are} */
  static UsageException none() {
    return new UsageException("-i DEV says what to capture: " + all(names()));
  }

  private static UsageException unknown(String name, List<String> known) {
    Optional<String> nearest = Nearest.to(name, known);
    return new UsageException(
        "-i "
            + name
            + ": no such device"
            + (nearest.isPresent() ? " (did you mean " + nearest.get() + "?)" : "")
            + ", there are "
            + all(known));
  }

  private static String all(List<String> names) {
    return (names.isEmpty() ? "none" : String.join(", ", names))
        + "; rdmadump devices tells more of them";
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (NetDevice device : NetDevice.allIn(RdmaDevices.SYSFS).values()) {
      names.add(device.name());
    }
    return names;
  }
}
