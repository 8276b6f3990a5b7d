package org.rdmadump.device;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The RDMA devices of a machine, with searches by name, GUID and GID. */
public final class RdmaDevices {
  /** The sysfs folder of Linux. */
  public static final Path SYSFS = Path.of("/sys");

  private static final String CLASS = "class/infiniband";
  private static final int DECIMAL = 10;

  private final DemandList<String, RdmaDevice> all;

  private RdmaDevices(DemandList<String, RdmaDevice> all) {
    this.all = all;
  }

  /**
   * {@return the present devices, by name; none on a machine without RDMA}
   *
   * @param sysfs {@link #SYSFS}, or a copy without links
   * @throws DeviceException if it cannot be read
   */
  public static RdmaDevices in(Path sysfs) {
    Path folder = sysfs.resolve(CLASS);
    return new RdmaDevices(
        new DemandList<>(
            AttributeFolder.names(folder, true),
            name -> Optional.of(new RdmaDevice(name, folder.resolve(name)))));
  }

  /** {@return all devices, by name} */
  public DemandList<String, RdmaDevice> all() {
    return all;
  }

  /**
   * {@return the device with this node GUID}
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
   * {@return the end port with this GUID}
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
   * {@return the end port with this GID, and the index of the GID}
   *
   * @throws DeviceException if there is none, and for the GID of zeros
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
   * {@return the end port with this name}
   *
   * @param name {@code DEVICE} for its first port, or {@code DEVICE/PORT}
   * @throws DeviceException if there is none, or the name has another form
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
