package org.rdmadump.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A device that does RDMA. Its ports share protection domains.
 *
 * <p>Values come from {@code class/infiniband/NAME/} of sysfs, are read when they are asked for,
 * and are kept. A value is empty where sysfs has no such file, or nothing in it: which there are is
 * the driver's choice. What is in a file but cannot be understood is a {@link DeviceException} that
 * names the file. Not for use by several threads at once.
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

  /** {@return the kernel's name for it, such as {@code mlx5_0}} */
  public String name() {
    return name;
  }

  /** {@return its end ports by number} */
  public DemandList<Integer, EndPort> endPorts() {
    return endPorts;
  }

  /** {@return how many end ports it has; a switch has one, port 0, however many it switches} */
  public int physicalPortCount() {
    return endPorts.size();
  }

  /** {@return what kind of node it is} */
  public Optional<NodeType> nodeType() {
    return folder.code("node_type", NodeType::of);
  }

  /** {@return the GUID of the node; zeros where the driver has none} */
  public Optional<Guid> nodeGuid() {
    return folder.guid("node_guid");
  }

  /** {@return the GUID of what it is part of, the same for all devices of an adapter} */
  public Optional<Guid> systemImageGuid() {
    return folder.guid("sys_image_guid");
  }

  /** {@return the description that subnet management shows, which root can change} */
  public Optional<String> nodeDescription() {
    return folder.text("node_desc");
  }

  /** {@return the version of the firmware, as the driver writes it} */
  public Optional<String> firmware() {
    return folder.text("fw_ver");
  }

  /** {@return the revision of the hardware, as the driver writes it} */
  public Optional<String> hardwareRevision() {
    return folder.text("hw_rev");
  }

  /** {@return the type of adapter, as the driver writes it, such as {@code MT4119}} */
  public Optional<String> hcaType() {
    return folder.text("hca_type");
  }

  /** {@return the vendor's identifier of the board} */
  public Optional<String> boardId() {
    return folder.text("board_id");
  }

  /** {@return whether it has hardware of its own; rxe and siw are software on a net device} */
  public boolean isHardware() {
    return Files.exists(folder.path().resolve("device"));
  }

  /**
   * {@return the driver of its hardware, such as {@code mlx5_core}; empty for a software device}
   */
  public Optional<String> driver() {
    return folder
        .text("device/uevent")
        .flatMap(about -> about.lines().filter(line -> line.startsWith(DRIVER)).findFirst())
        .map(line -> line.substring(DRIVER.length()));
  }

  /** {@return the net device that a software device was made on, where its driver says so (rxe)} */
  Optional<String> parentNetDevice() {
    return folder.text("parent");
  }

  /** {@return the net devices of the same hardware that belong to a port} */
  List<String> netDevicesOfHardware(int portId) {
    Path net = folder.path().resolve("device/net");
    List<String> names = new ArrayList<>();
    for (String each : AttributeFolder.names(net, true)) {
      // Counts from 0, and only within what shares the hardware.
      OptionalInt port = new AttributeFolder(net.resolve(each)).decimal("dev_port");
      if (endPorts.size() == 1 || (port.isPresent() && port.getAsInt() == portId - 1)) {
        names.add(each);
      }
    }
    return names;
  }

  /** {@return its name} */
  @Override
  public String toString() {
    return name;
  }
}
