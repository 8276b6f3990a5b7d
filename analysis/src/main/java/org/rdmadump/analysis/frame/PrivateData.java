package org.rdmadump.analysis.frame;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/**
 * What the program at one end of a connection says to the other while it is made, as far as it was
 * captured.
 *
 * @param bytes what it says, without what the connection manager puts before it
 * @param rpcRdma the same, if it is RPC-over-RDMA that speaks (RFC 8797)
 */
public record PrivateData(Rope bytes, Optional<RpcRdmaPrivateMessage> rpcRdma) {
  /** Nothing was said, or nothing captured. */
  static final PrivateData NONE = new PrivateData(Rope.empty(), Optional.empty());

  /** {@return what stands in {@code length} bytes at {@code at}, of which there may be none} */
  static PrivateData read(ByteBuffer from, int at, int length) {
    if (length <= 0) {
      return NONE;
    }
    byte[] bytes = new byte[length];
    from.get(at, bytes);
    return new PrivateData(Rope.of(bytes), RpcRdmaPrivateMessage.read(from, at, length));
  }

  /**
   * {@return what stands in a field of fixed length, without the zeros at its end, with which it is
   * filled up}
   */
  static PrivateData readFilled(ByteBuffer from, int at, int length) {
    int end = length;
    while (end > 0 && from.get(at + end - 1) == 0) {
      end--;
    }
    // The last byte of a message that is known may be 0.
    Optional<RpcRdmaPrivateMessage> known = RpcRdmaPrivateMessage.read(from, at, length);
    int least = known.isPresent() ? RpcRdmaPrivateMessage.LENGTH : 0;
    return new PrivateData(read(from, at, Math.max(end, least)).bytes(), known);
  }

  /** Shows the bytes, unless there are none. */
  boolean showBytes(ValueVisitor to) {
    return bytes.length() > 0 && to.bytes(bytes, 0, bytes.length());
  }

  /** Shows whether the sender can be sent Sends with Invalidate, if RPC-over-RDMA says it. */
  boolean showInvalidation(ValueVisitor to) {
    return rpcRdma.isPresent() && to.number(rpcRdma.get().remoteInvalidation() ? 1 : 0);
  }

  /** Shows the largest Send that the sender makes, if RPC-over-RDMA says it. */
  boolean showSendSize(ValueVisitor to) {
    return rpcRdma.isPresent() && to.number(rpcRdma.get().sendSize());
  }

  /** Shows the largest Send that the sender can receive, if RPC-over-RDMA says it. */
  boolean showReceiveSize(ValueVisitor to) {
    return rpcRdma.isPresent() && to.number(rpcRdma.get().receiveSize());
  }
}
