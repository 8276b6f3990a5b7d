package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;

/** Encodes {@code struct rdma_conn_param} for the library in C, {@code cm_connect.c}. */
final class ConnectionCodec {
  private static final int HEADER = 10;

  private ConnectionCodec() {}

  static byte[] encode(ConnectionParameters parameters) {
    byte[] data = parameters.privateData();
    return ByteBuffer.allocate(HEADER + data.length)
        .put((byte) parameters.responderResources())
        .put((byte) parameters.initiatorDepth())
        .put((byte) (parameters.flowControl() ? 1 : 0))
        .put((byte) parameters.retryCount())
        .put((byte) parameters.rnrRetryCount())
        .put((byte) (parameters.sharedReceiveQueue() ? 1 : 0))
        .putInt(parameters.queuePairNumber())
        .put(data)
        .array();
  }
}
