package org.rdmadump;

import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** What a pass tells of, in the order of the capture. */
sealed interface CaptureRecord {
  /** {@return bytes that it holds at least} */
  long bytes();

  /** A message, after all that it was put together from. */
  record OfMessage(RpcMessage message) implements CaptureRecord {
    @Override
    public long bytes() {
      return message.stream().length();
    }
  }

  /** A call and its reply, after both; their bytes are those of the messages. */
  record OfExchange(RpcExchange exchange) implements CaptureRecord {
    @Override
    public long bytes() {
      return 0;
    }
  }
}
