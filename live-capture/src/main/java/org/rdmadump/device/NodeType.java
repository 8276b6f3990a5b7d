package org.rdmadump.device;

import java.util.Arrays;

/**
 * What kind of node a device is.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 14.2.5.3 (NodeInfo), up to 3; beyond, Linux's
 * own.
 */
public enum NodeType {
  /** A channel adapter, of InfiniBand or RoCE. */
  CA(1, "CA"),
  /** An InfiniBand switch. */
  SWITCH(2, "switch"),
  /** An InfiniBand router. */
  ROUTER(3, "router"),
  /** An iWARP adapter. */
  RNIC(4, "RNIC"),
  /** A Cisco adapter with a transport of its own. */
  USNIC(5, "usNIC"),
  /** The same over UDP. */
  USNIC_UDP(6, "usNIC UDP"),
  /** One whose driver says no kind. */
  UNSPECIFIED(7, "unspecified"),
  /** A kind that this version does not know. */
  UNKNOWN(-1, "unknown");

  private final int code;
  private final String label;

  NodeType(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** {@return the one that has {@code code}} */
  static NodeType of(int code) {
    return Arrays.stream(values()).filter(type -> type.code == code).findFirst().orElse(UNKNOWN);
  }

  /** {@return its number, -1 if it is unknown} */
  public int code() {
    return code;
  }

  /** {@return what it is called} */
  public String label() {
    return label;
  }
}
