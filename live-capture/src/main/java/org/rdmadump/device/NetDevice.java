package org.rdmadump.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A net device. Values come from {@code class/net/NAME/} of sysfs and are treated as those of
 * {@link RdmaDevice}.
 */
public final class NetDevice {
  private final String name;
  private final AttributeFolder folder;

  NetDevice(String name, Path path) {
    this.name = name;
    this.folder = new AttributeFolder(path);
  }

  /**
   * {@return the net devices that are there now, by name}
   *
   * @param sysfs {@link RdmaDevices#SYSFS}, or a copy of one in which no link is left
   * @throws DeviceException if it cannot be read
   */
  public static DemandList<String, NetDevice> allIn(Path sysfs) {
    Path folder = sysfs.resolve("class/net");
    return new DemandList<>(
        AttributeFolder.names(folder, true),
        name -> Optional.of(new NetDevice(name, folder.resolve(name))));
  }

  /** {@return the kernel's name for it, such as {@code eth0}} */
  public String name() {
    return name;
  }

  /** {@return what its frames are, by the number of an ARP hardware type} */
  public Optional<NetDeviceType> type() {
    OptionalInt code = folder.decimal("type");
    return code.isEmpty() ? Optional.empty() : Optional.of(NetDeviceType.of(code.getAsInt()));
  }

  /**
   * {@return its state as RFC 2863 has it: {@code up}, {@code down}, {@code lowerlayerdown}, ...}
   */
  public Optional<String> state() {
    return folder.text("operstate");
  }

  /** {@return its speed in Mbit/s; empty where it has none, or none without a link} */
  public OptionalInt speed() {
    // Drivers that do not know it say -1; which is more than an int to some of them.
    Optional<String> text = folder.text("speed");
    return text.isEmpty() || text.get().equals("-1") || text.get().equals("4294967295")
        ? OptionalInt.empty()
        : folder.decimal("speed");
  }

  /** {@return the most bytes of a packet behind the link header} */
  public OptionalInt mtu() {
    return folder.decimal("mtu");
  }

  /** {@return its hardware address, bytes in hexadecimal with colons between them} */
  public Optional<String> address() {
    return folder.text("address");
  }

  /** {@return whether it has hardware of its own} */
  public boolean isHardware() {
    return Files.exists(folder.path().resolve("device"));
  }

  /** {@return whether it sends through another net device, as VLANs, bridges and bonds do} */
  boolean isStacked() {
    return AttributeFolder.names(folder.path(), false).stream()
        .anyMatch(name -> name.startsWith("lower_"));
  }

  /** {@return its name} */
  @Override
  public String toString() {
    return name;
  }
}
