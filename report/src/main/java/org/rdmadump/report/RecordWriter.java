package org.rdmadump.report;

import java.io.Flushable;
import java.io.IOException;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Prints what a run finds. Every method throws what the stream behind it throws. */
public interface RecordWriter extends Flushable {
  /** Starts the output; called once, before any record. */
  default void begin() throws IOException {}

  /** Prints a message. */
  void message(RpcMessage message) throws IOException;

  /** Prints an exchange. */
  void exchange(RpcExchange exchange) throws IOException;

  /** Prints an NVMe command with its response. */
  void nvme(NvmeExchange exchange) throws IOException;

  /** {@return whether it uses {@link RpcMessage#call}} */
  default boolean takesCalls() {
    return true;
  }

  /** Passes on what was printed so far. */
  @Override
  void flush() throws IOException;

  /** Ends the output and flushes it; called once, after every record. */
  default void end() throws IOException {
    flush();
  }
}
