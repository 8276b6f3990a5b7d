package org.rdmadump.rpcrdma;

/**
 * Which way a message travelled.
 *
 * <pre>{@code
 * OptionalInt bytes = connection.inlineThreshold(Direction.FORWARD);
 * }</pre>
 */
public enum Direction {
  /** Towards the RPC server. */
  FORWARD("forward"),
  /** Towards the RPC client. */
  BACKWARD("backward");

  private final String label;

  Direction(String label) {
    this.label = label;
  }

  /** The name that output uses. */
  public String label() {
    return label;
  }
}
