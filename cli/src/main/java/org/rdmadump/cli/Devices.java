package org.rdmadump.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.rdmadump.device.DeviceException;
import org.rdmadump.device.NetDevice;
import org.rdmadump.device.RdmaDevice;
import org.rdmadump.device.RdmaDevices;

/**
 * The verb {@code devices}: prints the net devices and RDMA devices of a machine.
 *
 * @param format what devices are listed as
 * @param copy of sysfs to read; empty for that of this machine
 */
record Devices(OutputFormat format, Optional<String> copy) implements Command {
  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong
   */
  static Devices of(Arguments arguments) throws CommandFailure {
    Devices devices = new Devices(arguments.format(), arguments.value(CommandOption.SYSFS));
    arguments.refuseWords("devices lists all devices and takes no ");
    return devices;
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    Path sysfs = sysfs();
    DeviceValues values = new DeviceValues();
    try {
      List<NetDevice> netDevices = NetDevice.allIn(sysfs).values();
      List<RdmaDevice> rdmaDevices = RdmaDevices.in(sysfs).all().values();
      if (format == OutputFormat.TEXT) {
        new DeviceTables(values)
            .write(netDevices, rdmaDevices, environment.lines(/* wide= */ false));
      } else {
        boolean array = format == OutputFormat.JSON;
        new DeviceJsonWriter(environment.out(), array, values).write(netDevices, rdmaDevices);
      }
    } catch (DeviceException e) {
      throw CommandFailure.unreadable(String.valueOf(e.getMessage()), new IOException(e));
    }
    environment.out().flush();
    for (String odd : values.odd()) {
      environment.say(odd);
    }
    return values.odd().isEmpty() ? ExitStatus.DONE : ExitStatus.UNREADABLE;
  }

  private Path sysfs() throws CommandFailure {
    Path folder = RdmaDevices.SYSFS;
    if (copy.isPresent()) {
      String name = copy.get();
      try {
        folder = Path.of(name);
      } catch (InvalidPathException e) {
        throw CommandFailure.unreadable(name + ": no such folder", new IOException(e));
      }
    }
    if (!Files.isDirectory(folder.resolve("class"))) {
      String why = folder + ": not sysfs: it has no folder class";
      throw CommandFailure.unreadable(why, new IOException(why));
    }
    return folder;
  }
}
