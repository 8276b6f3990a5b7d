package org.rdmadump.device;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The RDMA devices of a machine, and how one is found among them. */
public final class RdmaDevices {
  /** Where Linux has sysfs. */
  public static final Path SYSFS = Path.of("/sys");

  private static final String CLASS = "class/infiniband";
  private static final int DECIMAL = 10;

  private final DemandList<String, RdmaDevice> all;

  private RdmaDevices(DemandList<String, RdmaDevice> all) {
    this.all = all;
  }

  /**
   * {@return the devices that are there now, by name; none where there is no RDMA}
   *
   * @param sysfs {@link #SYSFS}, or a copy of one in which no link is left
   * @throws DeviceException if it cannot be read
   */
  public static RdmaDevices in(Path sysfs) {
    Path folder = sysfs.resolve(CLASS);
    return new RdmaDevices(
        new DemandList<>(
            AttributeFolder.names(folder, true),
            name -> Optional.of(new RdmaDevice(name, folder.resolve(name)))));
  }

  /** {@return all of them} */
  public DemandList<String, RdmaDevice> all() {
    return all;
  }

  /**
   * {@return the device with that GUID of its node}
   *
   * @throws DeviceException if there is none
   */
  public RdmaDevice findNodeGuid(Guid guid) {
    for (RdmaDevice device : all) {
      if (device.nodeGuid().equals(Optional.of(guid))) {
        return device;
      }
    }
    throw new DeviceException("no RDMA device has the node GUID " + guid + among());
  }

  /**
   * {@return the end port with that GUID}
   *
   * @throws DeviceException if there is none
   */
  public EndPort findPortGuid(Guid guid) {
    for (RdmaDevice device : all) {
      for (EndPort port : device.endPorts()) {
        if (port.portGuid().equals(Optional.of(guid))) {
          return port;
        }
      }
    }
    throw new DeviceException("no RDMA port has the GUID " + guid + among());
  }

  /**
   * {@return the end port with that GID, and where in its table it is}
   *
   * @throws DeviceException if there is none; nobody has the GID of zeros
   */
  public GidPlace findPortGid(Gid gid) {
    if (!gid.isZero()) {
      for (RdmaDevice device : all) {
        for (EndPort port : device.endPorts()) {
          Optional<Integer> index = port.gids().index(gid);
          if (index.isPresent()) {
            return new GidPlace(port, index.get());
          }
        }
      }
    }
    throw new DeviceException("no RDMA port has the GID " + gid + among());
  }

  /**
   * {@return the end port of that name}
   *
   * @param name a device, for its first port, or {@code DEVICE/PORT}
   * @throws DeviceException if there is none, or the name is neither
   */
  public EndPort findPortName(String name) {
    int slash = name.indexOf('/');
    String deviceName = slash < 0 ? name : name.substring(0, slash);
    DemandList<Integer, EndPort> ports =
        all.get(deviceName)
            .orElseThrow(() -> new DeviceException("no RDMA device " + deviceName + among()))
            .endPorts();
    if (slash < 0) {
      return ports
          .first()
          .orElseThrow(() -> new DeviceException("RDMA device " + deviceName + " has no port"));
    }
    long number = Digits.value(name.substring(slash + 1), DECIMAL, Integer.MAX_VALUE);
    if (number < 0) {
      throw new DeviceException(name + ": not DEVICE or DEVICE/PORT, such as " + deviceName + "/1");
    }
    return ports
        .get((int) number)
        .orElseThrow(
            () ->
                new DeviceException(
                    String.format(
                        Locale.ROOT,
                        "RDMA device %s has no port %d; its ports: %s",
                        deviceName,
                        number,
                        ports.keys())));
  }

  private String among() {
    return all.size() == 0 ? "; there are no RDMA devices" : "; there are " + all.keys();
  }
}
