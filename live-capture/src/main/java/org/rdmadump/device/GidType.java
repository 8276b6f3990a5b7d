package org.rdmadump.device;

import java.util.Arrays;

/** The packet format of a GID. */
public enum GidType {
  /**
   * InfiniBand, RoCE version 1 (Ethertype 0x8915), or iWARP, which the kernel lists under this
   * type.
   */
  IB_OR_ROCE_V1("IB/RoCE v1"),
  /** RoCE version 2: UDP port 4791. */
  ROCE_V2("RoCE v2"),
  /** A type unknown to this version. */
  UNKNOWN("unknown");

  private final String label;

  GidType(String label) {
    this.label = label;
  }

  /** {@return the type with this text in sysfs, or {@link #UNKNOWN}} */
  static GidType of(String text) {
    return Arrays.stream(values())
        .filter(type -> type.label.equals(text))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** {@return the name in sysfs} */
  public String label() {
    return label;
  }
}
