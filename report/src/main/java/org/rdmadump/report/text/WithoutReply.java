package org.rdmadump.report.text;

import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.RpcMessage;

/** Why a message has no reply, as the outcome of its exchange. */
enum WithoutReply {
  /** A call that nobody answered, or what may be one behind a malformed header. */
  NO_REPLY("no reply", Palette.Ink.WARNING),
  /** Its receiver did not take it, whatever it holds. */
  NOT_DELIVERED(Headline.NOT_DELIVERED, Palette.Ink.ERROR),
  /** Nobody has to answer it: RDMA_DONE, RDMA_NOMSG with nothing to fetch, another version. */
  WITHOUT_RPC("without RPC", Palette.Ink.USUAL);

  private final String text;
  private final Palette.Ink ink;

  WithoutReply(String text, Palette.Ink ink) {
    this.text = text;
    this.ink = ink;
  }

  /** {@return what a message is that nothing answered} */
  static WithoutReply of(RpcMessage message) {
    if (!message.delivered()) {
      return NOT_DELIVERED;
    }
    return message.rpc().isPresent() || message.header().malformed() ? NO_REPLY : WITHOUT_RPC;
  }

  /** Appends it. */
  void put(AsciiBuffer line, Palette palette) {
    palette.put(line, ink, text);
  }

  /** {@return a row that says it} */
  TreeRow row() {
    return new TreeRow().say(text, ink);
  }
}
