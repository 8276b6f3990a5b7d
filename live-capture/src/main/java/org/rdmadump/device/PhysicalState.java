package org.rdmadump.device;

import java.util.Arrays;

/**
 * The state of a port's physical link.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 14.2.5.6 (PortInfo).
 */
public enum PhysicalState {
  /** Sleeping, to save power. */
  SLEEP(1, "Sleep"),
  /** Searching for a peer. */
  POLLING(2, "Polling"),
  /** Switched off. */
  DISABLED(3, "Disabled"),
  /** Negotiating the link with the peer. */
  TRAINING(4, "PortConfigurationTraining"),
  /** The link is up. */
  LINK_UP(5, "LinkUp"),
  /** Recovering from link errors. */
  LINK_ERROR_RECOVERY(6, "LinkErrorRecovery"),
  /** Under test. */
  PHY_TEST(7, "Phy Test"),
  /** A state unknown to this version. */
  UNKNOWN(-1, "unknown");

  private final int code;
  private final String label;

  PhysicalState(int code, String label) {
    this.code = code;
    this.label = label;
  }

  /** {@return the state with this number, or {@link #UNKNOWN}} */
  static PhysicalState of(int code) {
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
