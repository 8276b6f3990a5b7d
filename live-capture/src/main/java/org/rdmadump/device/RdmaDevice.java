package org.rdmadump.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.verbs.AsyncEventType;

/**
 * An RDMA device. Its ports share protection domains.
 *
 * <p>Values come from {@code class/infiniband/NAME/} of sysfs. Each is read at its first use, and
 * kept. A value is empty if its file is missing or blank; drivers differ in the files they provide.
 * An invalid file throws a {@link DeviceException} that names the file. Not thread-safe.
 */
public final class RdmaDevice {
  private static final String DRIVER = "DRIVER=";

  private final String name;
  private final AttributeFolder folder;
  private final DemandList<Integer, EndPort> endPorts;

  RdmaDevice(String name, Path path) {
    this.name = name;
    this.folder = new AttributeFolder(path);
    Path ports = path.resolve("ports");
    this.endPorts =
        new DemandList<>(
            AttributeFolder.numbers(ports),
            port -> Optional.of(new EndPort(this, port, ports.resolve(Integer.toString(port)))));
  }

  /** {@return the kernel's name of the device, such as {@code mlx5_0}} */
  public String name() {
    return name;
  }

  /** {@return the end ports, by port number} */
  public DemandList<Integer, EndPort> endPorts() {
    return endPorts;
  }

  /** {@return the number of end ports; always one for a switch, its port 0} */
  public int physicalPortCount() {
    return endPorts.size();
  }

  /**
   * Applies an asynchronous event, as verbs report it: drops the values of a port that it changes,
   * so that they are read again.
   *
   * @param type type of the event
   * @param port number of the port, {@code AsyncEvent#port}; ignored for events of the device or of
   *     a queue
   * @throws DeviceException if the device, or one of its queues, can no longer be used, or if there
   *     is no such port
   */
  public void apply(AsyncEventType type, int port) {
    switch (type) {
      case DEVICE_FATAL,
          CQ_ERROR,
          QP_FATAL,
          QP_REQUEST_ERROR,
          QP_ACCESS_ERROR,
          SRQ_ERROR,
          WQ_FATAL ->
          throw new DeviceException(name + ": " + type);
      default -> {
        if (type.isOfPort()) {
          endPort(port).apply(type);
        }
      }
    }
  }

  private EndPort endPort(int port) {
    return endPorts.get(port).orElseThrow(() -> new DeviceException(name + " has no port " + port));
  }

  /** {@return the node type} */
  public Optional<NodeType> nodeType() {
    return folder.code("node_type", NodeType::of);
  }

  /** {@return the GUID of the node; all zeros if the driver has none} */
  public Optional<Guid> nodeGuid() {
    return folder.guid("node_guid");
  }

  /** {@return the system image GUID, the same for all devices of an adapter} */
  public Optional<Guid> systemImageGuid() {
    return folder.guid("sys_image_guid");
  }

  /** {@return the description for subnet management, which root can change} */
  public Optional<String> nodeDescription() {
    return folder.text("node_desc");
  }

  /** {@return the firmware version, in the driver's notation} */
  public Optional<String> firmware() {
    return folder.text("fw_ver");
  }

  /** {@return the hardware revision, in the driver's notation} */
  public Optional<String> hardwareRevision() {
    return folder.text("hw_rev");
  }

  /** {@return the adapter type, in the driver's notation, such as {@code MT4119}} */
  public Optional<String> hcaType() {
    return folder.text("hca_type");
  }

  /** {@return the vendor's board identifier} */
  public Optional<String> boardId() {
    return folder.text("board_id");
  }

  /**
   * {@return whether the device has hardware of its own; rxe and siw are software on a net device}
   */
  public boolean isHardware() {
    return Files.exists(folder.path().resolve("device"));
  }

  /**
   * {@return the driver of the hardware, such as {@code mlx5_core}; empty for a software device}
   */
  public Optional<String> driver() {
    return folder
        .text("device/uevent")
        .flatMap(about -> about.lines().filter(line -> line.startsWith(DRIVER)).findFirst())
        .map(line -> line.substring(DRIVER.length()));
  }

  /** {@return the net device below a software device, if its driver reports it (rxe)} */
  Optional<String> parentNetDevice() {
    return folder.text("parent");
  }

  /** {@return the net devices of a port, on the same hardware} */
  List<String> netDevicesOfHardware(int portId) {
    Path net = folder.path().resolve("device/net");
    List<String> names = new ArrayList<>();
    for (String each : AttributeFolder.names(net, true)) {
      // Counts from 0, within the devices of the same hardware.
      OptionalInt port = new AttributeFolder(net.resolve(each)).decimal("dev_port");
      if (endPorts.size() == 1 || (port.isPresent() && port.getAsInt() == portId - 1)) {
        names.add(each);
      }
    }
    return names;
  }

  /** {@return the name} */
  @Override
  public String toString() {
    return name;
  }
}
