package org.rdmadump.analysis;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpcrdma.RpcSummary;

/** Names of the program and the procedure of an RPC message, for printing. */
public final class RpcNames {
  private RpcNames() {}

  /** {@return name of the message's program, such as {@code NFS}, empty if unknown} */
  public static Optional<String> program(RpcSummary rpc) {
    return rpc.program().isPresent()
        ? RpcPrograms.programName(unsigned(rpc.program()))
        : Optional.empty();
  }

  /** {@return name of the message's procedure, such as {@code READ}, empty if unknown} */
  public static Optional<String> procedure(RpcSummary rpc) {
    return rpc.program().isPresent() && rpc.version().isPresent() && rpc.procedure().isPresent()
        ? RpcPrograms.procedureName(
            unsigned(rpc.program()), unsigned(rpc.version()), unsigned(rpc.procedure()))
        : Optional.empty();
  }

  private static long unsigned(OptionalInt number) {
    return Integer.toUnsignedLong(number.getAsInt());
  }
}
