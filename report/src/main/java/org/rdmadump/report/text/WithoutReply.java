package org.rdmadump.report.text;

import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.RpcMessage;

/** Why a message has no reply, as the outcome of its exchange. */
enum WithoutReply {
  /** A call that nobody answered, or what may be one behind a malformed header. */
  NO_REPLY("no reply"),
  /** Its receiver did not take it, whatever it holds. */
  NOT_DELIVERED(Headline.NOT_DELIVERED),
  /** Nobody has to answer it: RDMA_DONE, RDMA_NOMSG with nothing to fetch, another version. */
  WITHOUT_RPC("without RPC");

  private final String text;

  WithoutReply(String text) {
    this.text = text;
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
    if (this == WITHOUT_RPC) {
      line.put(text);
    } else {
      palette.on(line, ink());
      line.put(text);
      palette.off(line);
    }
  }

  /** {@return a row that says it} */
  TreeRow row() {
    return this == WITHOUT_RPC ? new TreeRow().say(text) : new TreeRow().say(text, ink());
  }

  private Palette.Ink ink() {
    return this == NOT_DELIVERED ? Palette.Ink.ERROR : Palette.Ink.WARNING;
  }
}
