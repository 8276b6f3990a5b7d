package org.rdmadump.rpcrdma;

/** Why bytes of a message are not there. */
public enum MissingReason {
  /** Inside a captured frame, cut by the snap length. */
  TRUNCATED("truncated"),
  /** Acknowledged later, or before the first or after the last captured frame. */
  NOT_CAPTURED("not_captured"),
  /** Refused or never acknowledged, and not repeated. */
  LOST("lost"),
  /** Given up by our own memory limit. */
  EVICTED("evicted");

  private final String label;

  MissingReason(String label) {
    this.label = label;
  }

  /** The name that output uses. */
  public String label() {
    return label;
  }
}
