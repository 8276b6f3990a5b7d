package org.rdmadump.device;

import java.util.Arrays;

/** What packets of a GID look like on the wire. */
public enum GidType {
  /** InfiniBand, RoCE version 1 (Ethertype 0x8915), or iWARP, which the kernel files here. */
  IB_OR_ROCE_V1("IB/RoCE v1"),
  /** RoCE version 2: UDP port 4791. */
  ROCE_V2("RoCE v2"),
  /** A type that this version does not know. */
  UNKNOWN("unknown");

  private final String label;

  GidType(String label) {
    this.label = label;
  }

  /** {@return the type that sysfs has as {@code text}} */
  static GidType of(String text) {
    return Arrays.stream(values())
        .filter(type -> type.label.equals(text))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** {@return what it is called in sysfs} */
  public String label() {
    return label;
  }
}
