package org.rdmadump.testkit;

import java.util.OptionalLong;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** Calls that are sent again. */
final class Repeats {
  private Repeats() {}

  /** Whether a message repeats another one. */
  static boolean isRepeat(RpcMessage message) {
    return message.rpc().filter(rpc -> rpc.repeatOf().isPresent()).isPresent();
  }

  /** The number of a call, or of the one that it repeats. */
  static long first(RpcMessage call) {
    return call.rpc().map(RpcSummary::repeatOf).orElse(OptionalLong.empty()).orElse(call.number());
  }
}
