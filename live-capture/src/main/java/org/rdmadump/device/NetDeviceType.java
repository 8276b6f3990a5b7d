package org.rdmadump.device;

import java.util.Arrays;

/** The frame type of a net device, from Linux's ARP hardware types. */
public enum NetDeviceType {
  /** Ethernet. */
  ETHERNET(1, "Ethernet"),
  /** IPoIB. */
  INFINIBAND(32, "InfiniBand"),
  /** The loopback device. */
  LOOPBACK(772, "loopback"),
  /** IP without a link header, as for many tunnels. */
  NONE(65534, "IP"),
  /** Any other type. */
  OTHER(-1, "other");

  private final int code;
  private final String label;

  NetDeviceType(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** {@return the type with this number, or {@link #OTHER}} */
  static NetDeviceType of(int code) {
    return Arrays.stream(values()).filter(type -> type.code == code).findFirst().orElse(OTHER);
  }

  /** {@return the name of the type} */
  public String label() {
    return label;
  }
}
