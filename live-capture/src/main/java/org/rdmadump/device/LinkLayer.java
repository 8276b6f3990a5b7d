package org.rdmadump.device;

import java.util.Arrays;

/** What a port is attached to. */
public enum LinkLayer {
  /** An InfiniBand subnet. */
  INFINIBAND("InfiniBand"),
  /** Ethernet: the device does RoCE or iWARP. */
  ETHERNET("Ethernet"),
  /** Something else, or the kernel does not say. */
  UNKNOWN("unknown");

  private final String label;

  LinkLayer(String label) {
    this.label = label;
  }

  /** {@return the one that sysfs has as {@code text}} */
  static LinkLayer of(String text) {
    return Arrays.stream(values())
        .filter(layer -> layer.label.equals(text))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** {@return what it is called} */
  public String label() {
    return label;
  }
}
