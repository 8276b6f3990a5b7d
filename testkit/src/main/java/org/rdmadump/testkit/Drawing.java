package org.rdmadump.testkit;

import java.util.List;
import java.util.Optional;
import org.rdmadump.report.text.ExchangeTree;
import org.rdmadump.report.text.TreeOptions;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** What a failure shows: the exchange as {@code rdmadump --tree} draws it. */
final class Drawing {
  private Drawing() {}

  static String of(RpcExchange exchange) {
    StringBuilder text = new StringBuilder();
    for (String line : new ExchangeTree(TreeOptions.DEFAULT, () -> 0).lines(exchange)) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  static String of(RpcMessage message) {
    boolean isReply =
        message.call().isPresent() || message.rpc().filter(it -> !it.call()).isPresent();
    String drawn = of(alone(message, isReply));
    // The tree says that there is no reply, which nobody looked for here.
    return isReply ? drawn : "the call alone:\n" + drawn;
  }

  /** {@return an exchange of a message and no other} */
  static RpcExchange alone(RpcMessage message, boolean isReply) {
    return new RpcExchange(
        message.header().xid(),
        message.connection(),
        isReply ? message.call() : Optional.of(message),
        isReply ? Optional.of(message) : Optional.empty(),
        Optional.empty(),
        message.transfers(),
        List.of());
  }
}
