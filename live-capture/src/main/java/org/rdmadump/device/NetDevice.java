package org.rdmadump.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A net device. Values come from {@code class/net/NAME/} of sysfs, by the rules of {@link
 * RdmaDevice}.
 */
public final class NetDevice {
  private final String name;
  private final AttributeFolder folder;

  NetDevice(String name, Path path) {
    this.name = name;
    this.folder = new AttributeFolder(path);
  }

  /**
   * {@return the present net devices, by name}
   *
   * @param sysfs {@link RdmaDevices#SYSFS}, or a copy without links
   * @throws DeviceException if it cannot be read
   */
  public static DemandList<String, NetDevice> allIn(Path sysfs) {
    Path folder = sysfs.resolve("class/net");
    return new DemandList<>(
        AttributeFolder.names(folder, true),
        name -> Optional.of(new NetDevice(name, folder.resolve(name))));
  }

  /** {@return the kernel's name of the device, such as {@code eth0}} */
  public String name() {
    return name;
  }

  /** {@return the type of its frames, from its ARP hardware type} */
  public Optional<NetDeviceType> type() {
    OptionalInt code = folder.decimal("type");
    return code.isEmpty() ? Optional.empty() : Optional.of(NetDeviceType.of(code.getAsInt()));
  }

  /**
   * {@return the operational state of RFC 2863: {@code up}, {@code down}, {@code lowerlayerdown},
   * ...}
   */
  public Optional<String> state() {
    return folder.text("operstate");
  }

  /** {@return the speed in Mbit/s; empty if unknown, as for a device without a link} */
  public OptionalInt speed() {
    // -1 means unknown; some drivers write it as an unsigned number.
    Optional<String> text = folder.text("speed");
    return text.isEmpty() || text.get().equals("-1") || text.get().equals("4294967295")
        ? OptionalInt.empty()
        : folder.decimal("speed");
  }

  /** {@return the MTU: the largest packet in bytes, without link header} */
  public OptionalInt mtu() {
    return folder.decimal("mtu");
  }

  /** {@return the hardware address, hexadecimal bytes separated by colons} */
  public Optional<String> address() {
    return folder.text("address");
  }

  /** {@return whether the device has hardware of its own} */
  public boolean isHardware() {
    return Files.exists(folder.path().resolve("device"));
  }

  /**
   * {@return whether the device sends through another net device, as VLANs, bridges and bonds do}
   */
  boolean isStacked() {
    return AttributeFolder.names(folder.path(), false).stream()
        .anyMatch(name -> name.startsWith("lower_"));
  }

  /** {@return the name} */
  @Override
  public String toString() {
    return name;
  }
}
