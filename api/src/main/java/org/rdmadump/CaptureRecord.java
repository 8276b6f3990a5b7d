package org.rdmadump;

import java.util.Optional;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * What a pass comes to, in the order of the capture: a message after all that it was put together
 * from, or an exchange after both its messages.
 *
 * @param message the message, if it is one
 * @param exchange the call and its reply, if it is those
 */
record CaptureRecord(Optional<RpcMessage> message, Optional<RpcExchange> exchange) {
  static CaptureRecord of(RpcMessage message) {
    return new CaptureRecord(Optional.of(message), Optional.empty());
  }

  static CaptureRecord of(RpcExchange exchange) {
    return new CaptureRecord(Optional.empty(), Optional.of(exchange));
  }

  boolean isMessage() {
    return message.isPresent();
  }

  /** {@return bytes that it holds at least; those of an exchange are its messages'} */
  long bytes() {
    return message.map(it -> it.stream().length()).orElse(0L);
  }
}
