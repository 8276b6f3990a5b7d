package org.rdmadump.rpcrdma;

import java.util.Locale;

/**
 * The direction of a message.
 *
 * <pre>{@code
 * OptionalInt bytes = connection.inlineThreshold(Direction.FORWARD);
 * }</pre>
 */
public enum Direction {
  /** Towards the RPC server. */
  FORWARD,
  /** Towards the RPC client. */
  BACKWARD;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** {@return the other one} */
  public Direction opposite() {
    return this == FORWARD ? BACKWARD : FORWARD;
  }

  /** The name that output uses. */
  public String label() {
    return label;
  }
}
