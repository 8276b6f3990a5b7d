package org.rdmadump.exercise.rpc;

import org.rdmadump.exercise.journal.Exchange;

/** The two RPC messages of an exchange, made anew from what is known of it. */
public final class ExchangeMessages {
  private ExchangeMessages() {}

  /** {@return the whole RPC call} */
  public static byte[] call(Exchange exchange) {
    return NfsMessages.call(exchange.made()).bytes();
  }

  /** {@return the whole RPC reply that was expected} */
  public static byte[] reply(Exchange exchange) {
    return NfsMessages.replyTo(call(exchange)).bytes();
  }
}
