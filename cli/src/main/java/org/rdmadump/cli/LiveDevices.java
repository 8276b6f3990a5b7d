package org.rdmadump.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.device.DeviceException;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.NetDevice;
import org.rdmadump.device.RdmaDevices;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DeviceOpenException.Reason;
import org.rdmadump.live.hca.HcaSniffer;
import org.rdmadump.live.hca.SnifferException;
import org.rdmadump.live.net.FilteredDevice;
import org.rdmadump.live.net.NetDeviceCapture;

/** Which device a name stands for, and what is said if it cannot be captured. */
final class LiveDevices {
  private static final String PRIVILEGE =
      "run it as root, or as in sudo setpriv --reuid=$USER --init-groups"
          + " --inh-caps=+net_raw --ambient-caps=+net_raw rdmadump live";

  private final LiveSettings settings;
  private final String filter;
  private final Messages err;
  private final Path sysfs;
  private final List<HcaSniffer> sniffers = new ArrayList<>();

  /**
   * Devices that are opened as {@code settings} say.
   *
   * @param err is told which device is captured in place of another
   * @throws CommandFailure if sysfs is to be read elsewhere, and that is no name of a folder
   */
  LiveDevices(LiveSettings settings, Messages err) throws CommandFailure {
    this(settings, settings.net().filter(), err);
  }

  /**
   * The same with another capture filter.
   *
   * @param filter in libpcap's language; empty for all packets
   */
  LiveDevices(LiveSettings settings, String filter, Messages err) throws CommandFailure {
    this.settings = settings;
    this.filter = filter;
    this.err = err;
    this.sysfs = sysfs(settings.sysfs());
  }

  /**
   * {@return where sysfs is read}
   *
   * @param named the folder that the user named, if any
   * @throws CommandFailure if that is no name of a folder
   */
  static Path sysfs(Optional<String> named) throws CommandFailure {
    try {
      return named.isEmpty() ? RdmaDevices.SYSFS : Path.of(named.get());
    } catch (InvalidPathException e) {
      throw CommandFailure.usage("--sysfs " + named.orElse("") + ": no such folder");
    }
  }

  /**
   * Opens a device: the net device of that name, or else the RDMA port.
   *
   * @throws CommandFailure if there is none of that name, or the capture filter is wrong
   * @throws CommandFailure if it cannot be captured
   */
  CaptureDevice open(String name) throws CommandFailure {
    if (isKnown(name)) {
      return net(name);
    }
    Optional<EndPort> port = port(name);
    // One that is not in sysfs may be there all the same, in another network namespace.
    return port.isPresent() ? adapter(port.get()) : net(name);
  }

  private static boolean isKnown(String name) {
    return name.equals(NetDeviceCapture.ANY) || netDevices().contains(name);
  }

  private CaptureDevice net(String name) throws CommandFailure {
    try {
      return NetDeviceCapture.open(name, settings.net().withFilter(filter));
    } catch (DeviceOpenException e) {
      if (e.reason() != Reason.WRONG_FILTER && !isKnown(name)) {
        throw unknown(name);
      }
      switch (e.reason()) {
        case WRONG_FILTER -> throw CaptureFilters.wrong(filter, e);
        case NO_DEVICE -> throw unknown(name);
        case NO_PRIVILEGE -> throw CommandFailure.unreadable(e.getMessage() + "; " + PRIVILEGE, e);
        case NO_LIBRARY, OTHER ->
            throw CommandFailure.unreadable(String.valueOf(e.getMessage()), e);
      }
      throw new IllegalStateException(e);
    }
  }

  private Optional<EndPort> port(String name) throws CommandFailure {
    int end = Math.max(name.indexOf(':'), name.indexOf('/'));
    String device = end < 0 ? name : name.substring(0, end);
    try {
      RdmaDevices devices = RdmaDevices.in(sysfs);
      return devices.all().get(device).isEmpty()
          ? Optional.empty()
          : Optional.of(HcaSniffer.port(devices, name));
    } catch (DeviceException e) {
      throw CommandFailure.usage("-i " + name + ": " + e.getMessage());
    }
  }

  private CaptureDevice adapter(EndPort port) throws CommandFailure {
    try {
      HcaSniffer sniffer = HcaSniffer.open(port, settings.sniffer());
      sniffers.add(sniffer);
      saySlots(sniffer);
      return FilteredDevice.of(sniffer, filter, settings.net().snapLength());
    } catch (SnifferException e) {
      if (e.netDevices().isEmpty()) {
        throw CommandFailure.unreadable(String.valueOf(e.getMessage()), e);
      }
      String behind = e.netDevices().get(0);
      if (!settings.fallback()) {
        throw CommandFailure.unreadable(e.getMessage() + "; --fallback captures " + behind, e);
      }
      err.say(e.getMessage() + "; capturing " + behind);
      return net(behind);
    } catch (DeviceOpenException e) {
      closeLast();
      if (e.reason() == Reason.WRONG_FILTER) {
        throw CaptureFilters.wrong(filter, e);
      }
      throw CommandFailure.unreadable(String.valueOf(e.getMessage()), e);
    }
  }

  private void saySlots(HcaSniffer sniffer) {
    if (sniffer.rate().isPresent()) {
      long bytes = (long) sniffer.slots() * sniffer.snapLength();
      err.say(
          String.format(
              Locale.ROOT,
              "%s, %s: room for %d packets of %d bytes (%.1f MiB)",
              sniffer.name(),
              sniffer.rate().get(),
              sniffer.slots(),
              sniffer.snapLength(),
              (double) bytes / (1 << 20)));
    }
    if (sniffer.isShortOfMemory()) {
      err.say(sniffer.name() + ": memory for more is short, or may not be locked (ulimit -l)");
    }
  }

  private void closeLast() {
    sniffers.remove(sniffers.size() - 1).close();
  }

  /** Says what adapters lost that no counter of theirs tells. */
  void sayWhatAdaptersLost() {
    for (HcaSniffer each : sniffers) {
      if (each.tooLong() > 0) {
        err.say(
            each.name()
                + ": "
                + each.tooLong()
                + " packets were longer than "
                + each.snapLength()
                + " bytes and are lost");
      }
      if (each.gaps() > 0) {
        err.say(
            each.name()
                + ": its queues failed and were recreated "
                + each.gaps()
                + " times; packets in between were neither captured nor counted");
      }
    }
  }

  /** {@return that a device has to be named, and which there are} */
  CommandFailure none() {
    return CommandFailure.usage("-i DEV names the device to capture: " + all());
  }

  private CommandFailure unknown(String name) {
    List<String> known = new ArrayList<>(netDevices());
    known.addAll(rdmaDevices());
    Optional<String> nearest = Nearest.to(name, known);
    return CommandFailure.usage(
        "-i "
            + name
            + ": no such device"
            + (nearest.isPresent() ? " (did you mean " + nearest.get() + "?)" : "")
            + ", there are "
            + all());
  }

  private String all() {
    List<String> net = netDevices();
    List<String> rdma = rdmaDevices();
    return (net.isEmpty() ? "no net devices" : String.join(", ", net))
        + (rdma.isEmpty() ? "" : ", and to sniff " + String.join(", ", rdma))
        + "; rdmadump devices describes them";
  }

  private static List<String> netDevices() {
    return NetDevice.allIn(RdmaDevices.SYSFS).keys();
  }

  private List<String> rdmaDevices() {
    return RdmaDevices.in(sysfs).all().keys();
  }
}
