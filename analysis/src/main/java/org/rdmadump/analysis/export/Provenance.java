package org.rdmadump.analysis.export;

import org.rdmadump.rpcrdma.RpcMessage;

/** Says in a packet's comment what the message was rebuilt from. */
final class Provenance {
  private Provenance() {}

  /** {@return such as {@code message 27, connection 1, frames 80 to 91}} */
  static String of(RpcMessage message) {
    StringBuilder text = new StringBuilder(80);
    text.append("message ").append(message.number());
    text.append(", connection ").append(message.connection());
    if (message.firstFrame() == message.lastFrame()) {
      text.append(", frame ").append(message.firstFrame());
    } else {
      text.append(", frames ").append(message.firstFrame());
      text.append(" to ").append(message.lastFrame());
    }
    if (message.rpc().isPresent() && message.rpc().get().repeatOf().isPresent()) {
      text.append(", repeat of message ").append(message.rpc().get().repeatOf().getAsLong());
    }
    if (!message.delivered()) {
      text.append(", not delivered");
    }
    return text.toString();
  }
}
