package org.rdmadump.device;

import java.util.Arrays;

/**
 * The node type of a device.
 *
 * <p>Types 1 to 3: InfiniBand Architecture Specification, volume 1, 14.2.5.3 (NodeInfo). Higher
 * types are Linux's own.
 */
public enum NodeType {
  /** A channel adapter for InfiniBand or RoCE. */
  CA(1, "CA"),
  /** An InfiniBand switch. */
  SWITCH(2, "switch"),
  /** An InfiniBand router. */
  ROUTER(3, "router"),
  /** An iWARP adapter. */
  RNIC(4, "RNIC"),
  /** A Cisco adapter with its own transport. */
  USNIC(5, "usNIC"),
  /** A Cisco adapter with its own transport over UDP. */
  USNIC_UDP(6, "usNIC UDP"),
  /** A device whose driver reports no type. */
  UNSPECIFIED(7, "unspecified"),
  /** A type unknown to this version. */
  UNKNOWN(-1, "unknown");

  private final int code;
  private final String label;

  NodeType(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** {@return the type with this number, or {@link #UNKNOWN}} */
  static NodeType of(int code) {
    return Arrays.stream(values()).filter(type -> type.code == code).findFirst().orElse(UNKNOWN);
  }

  /** {@return the number, or -1 for {@link #UNKNOWN}} */
  public int code() {
    return code;
  }

  /** {@return the name of the type} */
  public String label() {
    return label;
  }
}
