package org.rdmadump.device;

import java.util.Arrays;

/**
 * The logical state of a port's link, set by subnet management.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 14.2.5.6 (PortInfo).
 */
public enum PortState {
  /** No state is reported. */
  NOP(0, "NOP"),
  /** The link carries no packets. */
  DOWN(1, "DOWN"),
  /** The link carries only subnet management packets. */
  INIT(2, "INIT"),
  /** The link is configured, and waits for data packets. */
  ARMED(3, "ARMED"),
  /** The link carries all packets. */
  ACTIVE(4, "ACTIVE"),
  /** Active after a brief link failure. */
  ACTIVE_DEFER(5, "ACTIVE_DEFER"),
  /** A state unknown to this version. */
  UNKNOWN(-1, "unknown");

  private final int code;
  private final String label;

  PortState(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** {@return the state with this number, or {@link #UNKNOWN}} */
  static PortState of(int code) {
    return Arrays.stream(values()).filter(state -> state.code == code).findFirst().orElse(UNKNOWN);
  }

  /** {@return the number, or -1 for {@link #UNKNOWN}} */
  public int code() {
    return code;
  }

  /** {@return the name of the state} */
  public String label() {
    return label;
  }
}
