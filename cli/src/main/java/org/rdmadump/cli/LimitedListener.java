package org.rdmadump.cli;

import java.util.function.BooleanSupplier;
import org.rdmadump.rpcrdma.MessageListener;

/**
 * Takes what a run finds, up to as much as was asked for. A failure to write it is thrown as {@link
 * OutputFailure}.
 */
interface LimitedListener extends MessageListener, BooleanSupplier {
  /** {@return whether there was as much as asked for} */
  boolean full();

  /** The same. */
  @Override
  default boolean getAsBoolean() {
    return full();
  }
}
