package org.rdmadump.device;

import java.util.Arrays;

/** The link layer of a port. */
public enum LinkLayer {
  /** InfiniBand. */
  INFINIBAND("InfiniBand"),
  /** Ethernet: the device supports RoCE or iWARP. */
  ETHERNET("Ethernet"),
  /** Another link layer, or none reported by the kernel. */
  UNKNOWN("unknown");

  private final String label;

  LinkLayer(String label) {
    this.label = label;
  }

  /** {@return the link layer with this text in sysfs, or {@link #UNKNOWN}} */
  static LinkLayer of(String text) {
    return Arrays.stream(values())
        .filter(layer -> layer.label.equals(text))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** {@return the name in sysfs} */
  public String label() {
    return label;
  }
}
