package org.rdmadump.cli;

import java.util.function.BooleanSupplier;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Takes what a run finds, up to as much as was asked for. A failure to write it is thrown as {@link
 * OutputFailure}.
 */
interface LimitedListener extends MessageListener, BooleanSupplier {
  /** {@return whether there was as much as asked for} */
  boolean full();

  /**
   * Takes a message for the sake of another one that was asked for: its call or its reply. It does
   * not count as one of those that were asked for.
   */
  default void partner(RpcMessage message) {
    message(message);
  }

  /** {@return the same as {@link #full}} */
  @Override
  default boolean getAsBoolean() {
    return full();
  }
}
