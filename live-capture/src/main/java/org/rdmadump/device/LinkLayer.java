package org.rdmadump.device;

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
    for (LinkLayer layer : values()) {
      if (layer.label.equals(text)) {
        return layer;
      }
    }
    return UNKNOWN;
  }

  /** {@return what it is called} */
  public String label() {
    return label;
  }
}
