package org.rdmadump.rdma;

/** How the two directions of a connection were found to belong together. */
public enum Recognition {
  /** From the connection manager's messages. */
  CM("cm"),
  /** From MPA start-up frames. */
  MPA("mpa"),
  /** From the traffic itself: acknowledged PSNs, advertised handles, matching XIDs. */
  INFERRED("inferred");

  private final String label;

  Recognition(String label) {
    this.label = label;
  }

  /** The name that output uses. */
  public String label() {
    return label;
  }
}
