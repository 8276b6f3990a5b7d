package org.rdmadump.analysis;

import java.util.Optional;
import org.rdmadump.rpcrdma.RpcSummary;

/** Names of RPC programs and procedures, for printing. */
public final class Names {
  private Names() {}

  /** {@return name of the message's program, such as {@code NFS}, empty if unknown} */
  public static Optional<String> program(RpcSummary rpc) {
    return Optional.empty();
  }

  /** {@return name of the message's procedure, such as {@code READ}, empty if unknown} */
  public static Optional<String> procedure(RpcSummary rpc) {
    return Optional.empty();
  }
}
