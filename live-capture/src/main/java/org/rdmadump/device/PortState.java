package org.rdmadump.device;

import java.util.Arrays;

/**
 * State of a port's link, as subnet management has it.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 14.2.5.6 (PortInfo).
 */
public enum PortState {
  /** None is said. */
  NOP(0, "NOP"),
  /** Nothing passes. */
  DOWN(1, "DOWN"),
  /** Only subnet management passes. */
  INIT(2, "INIT"),
  /** Set up, and waiting for traffic. */
  ARMED(3, "ARMED"),
  /** Everything passes. */
  ACTIVE(4, "ACTIVE"),
  /** Active, and the link failed for a moment. */
  ACTIVE_DEFER(5, "ACTIVE_DEFER"),
  /** A state that this version does not know. */
  UNKNOWN(-1, "unknown");

  private final int code;
  private final String label;

  PortState(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** {@return the one that has {@code code}} */
  static PortState of(int code) {
    return Arrays.stream(values()).filter(state -> state.code == code).findFirst().orElse(UNKNOWN);
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
