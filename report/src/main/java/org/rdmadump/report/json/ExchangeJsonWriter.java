package org.rdmadump.report.json;

import java.util.Optional;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Writes exchanges as objects with {@code "record": "exchange"}. */
final class ExchangeJsonWriter {
  private final JsonOutput out;
  private final JsonMembers<RpcExchange> identity;
  private final JsonMembers<RpcExchange> transport;
  private final MessageJsonWriter messages;

  /** A writer to {@code out}, which stays the caller's; messages are written by another one. */
  ExchangeJsonWriter(JsonOutput out, MessageJsonWriter messages) {
    this.out = out;
    this.identity = new JsonMembers<>(out, ExchangeFields::identity, "");
    this.transport = new JsonMembers<>(out, ExchangeFields::transport, "");
    this.messages = messages;
  }

  /** Writes the fields of an exchange into the object that is open. */
  void write(RpcExchange exchange) {
    identity.write(exchange);
    message("call", exchange.call());
    message("reply", exchange.reply());
    transport.write(exchange);
    messages.findings(exchange.findings());
  }

  private void message(String name, Optional<RpcMessage> message) {
    if (message.isPresent()) {
      out.beginObject(name);
      out.kind("message");
      messages.write(message.get());
      out.endObject();
    }
  }
}
