package org.rdmadump.device;

import java.util.Arrays;

/** What frames a net device has, by Linux's numbers of ARP hardware types. */
public enum NetDeviceType {
  /** Ethernet. */
  ETHERNET(1, "Ethernet"),
  /** IP over InfiniBand. */
  INFINIBAND(32, "InfiniBand"),
  /** The machine itself. */
  LOOPBACK(772, "loopback"),
  /** IP without a link header, as with many tunnels. */
  NONE(65534, "IP"),
  /** Any other. */
  OTHER(-1, "other");

  private final int code;
  private final String label;

  NetDeviceType(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** {@return the one that has {@code code}} */
  static NetDeviceType of(int code) {
    return Arrays.stream(values()).filter(type -> type.code == code).findFirst().orElse(OTHER);
  }

  /** {@return what it is called} */
  public String label() {
    return label;
  }
}
