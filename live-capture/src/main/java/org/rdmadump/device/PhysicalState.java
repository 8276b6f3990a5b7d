package org.rdmadump.device;

import java.util.Arrays;

/**
 * State of a port's physical link.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 14.2.5.6 (PortInfo).
 */
public enum PhysicalState {
  /** Saving power. */
  SLEEP(1, "Sleep"),
  /** Looking for a peer. */
  POLLING(2, "Polling"),
  /** Switched off. */
  DISABLED(3, "Disabled"),
  /** Agreeing with the peer on how to send. */
  TRAINING(4, "PortConfigurationTraining"),
  /** The link is there. */
  LINK_UP(5, "LinkUp"),
  /** Mending the link. */
  LINK_ERROR_RECOVERY(6, "LinkErrorRecovery"),
  /** Being tested. */
  PHY_TEST(7, "Phy Test"),
  /** A state that this version does not know. */
  UNKNOWN(-1, "unknown");

  private final int code;
  private final String label;

  PhysicalState(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** {@return the one that has {@code code}} */
  static PhysicalState of(int code) {
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
