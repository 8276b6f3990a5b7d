package org.rdmadump.analysis.stats;

import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Takes each call and each reply as {@link Statistics} counts it. */
public interface CountedCallListener {
  /** Nobody. */
  CountedCallListener NONE =
      new CountedCallListener() {
        @Override
        public void call(OperationKey key, RpcMessage call) {}

        @Override
        public void reply(OperationKey key, RpcExchange exchange, boolean isFailed) {}

        @Override
        public void refused(OperationKey key, RpcExchange exchange) {}
      };

  /**
   * Takes a call that is not a repeat.
   *
   * @param key what it is counted under
   */
  void call(OperationKey key, RpcMessage call);

  /**
   * Takes a reply with an RPC header.
   *
   * @param isFailed whether it says that the call failed, and is the first that does
   */
  void reply(OperationKey key, RpcExchange exchange, boolean isFailed);

  /** Takes an RDMA_ERROR in place of a reply, the first failure of its call. */
  void refused(OperationKey key, RpcExchange exchange);
}
