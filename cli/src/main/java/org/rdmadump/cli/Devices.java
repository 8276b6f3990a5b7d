package org.rdmadump.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.rdmadump.device.DeviceException;
import org.rdmadump.device.NetDevice;
import org.rdmadump.device.RdmaDevice;
import org.rdmadump.device.RdmaDevices;

/** The verb {@code devices}: prints the net devices and RDMA devices of a machine. */
final class Devices {
  private final DevicesSettings settings;
  private final Environment environment;

  Devices(DevicesSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Prints the devices.
   *
   * @return the exit status
   * @throws UnreadableException if sysfs cannot be read
   * @throws IOException if the output cannot be written
   */
  int run() throws UnreadableException, IOException {
    Path sysfs = sysfs();
    DeviceValues values = new DeviceValues();
    try {
      List<NetDevice> netDevices = NetDevice.allIn(sysfs).values();
      List<RdmaDevice> rdmaDevices = RdmaDevices.in(sysfs).all().values();
      if (settings.format() == OutputFormat.TEXT) {
        new DeviceTables(values).write(netDevices, rdmaDevices, environment.out());
      } else {
        boolean array = settings.format() == OutputFormat.JSON;
        new DeviceJsonWriter(environment.out(), array, values).write(netDevices, rdmaDevices);
      }
    } catch (DeviceException e) {
      throw new UnreadableException(String.valueOf(e.getMessage()), new IOException(e));
    }
    environment.out().flush();
    for (String odd : values.odd()) {
      environment.err().say(odd);
    }
    return values.odd().isEmpty() ? ExitStatus.DONE : ExitStatus.UNREADABLE;
  }

  private Path sysfs() throws UnreadableException {
    Path folder = RdmaDevices.SYSFS;
    if (settings.sysfs().isPresent()) {
      String name = settings.sysfs().get();
      try {
        folder = Path.of(name);
      } catch (InvalidPathException e) {
        throw new UnreadableException(name + ": no such folder", new IOException(e));
      }
    }
    if (!Files.isDirectory(folder.resolve("class"))) {
      String why = folder + ": not sysfs: it has no folder class";
      throw new UnreadableException(why, new IOException(why));
    }
    return folder;
  }
}
