package org.rdmadump.analysis.frame;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/**
 * What the program at one end of a connection says to the other while it is made, as far as it was
 * captured.
 *
 * @param bytes what it says, without what the connection manager puts before it
 * @param rpcRdma the same, if it is RPC-over-RDMA that speaks (RFC 8797)
 * @param nvme the same, if it is NVMe over RDMA that speaks
 */
record PrivateData(Rope bytes, Optional<RpcRdmaPrivateMessage> rpcRdma, Optional<QueueSetup> nvme) {
  /** Nothing was said, or nothing captured. */
  static final PrivateData NONE = of(Rope.empty(), Optional.empty());

  private static PrivateData of(Rope bytes, Optional<RpcRdmaPrivateMessage> rpcRdma) {
    return new PrivateData(bytes, rpcRdma, Optional.empty());
  }

  /** {@return the same, of which it is known what it says of an NVMe queue, if it does} */
  PrivateData with(Optional<QueueSetup> queue) {
    return new PrivateData(bytes, rpcRdma, queue);
  }

  /** {@return what stands in {@code length} bytes at {@code at}, of which there may be none} */
  static PrivateData read(ByteBuffer from, int at, int length) {
    if (length <= 0) {
      return NONE;
    }
    return of(bytes(from, at, length), RpcRdmaPrivateMessage.read(from, at, length));
  }

  private static Rope bytes(ByteBuffer from, int at, int length) {
    byte[] bytes = new byte[length];
    from.get(at, bytes);
    return Rope.of(bytes);
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
    return of(bytes(from, at, Math.max(end, least)), known);
  }

  /**
   * Adds the fields of what the program says to those of a header that it follows.
   *
   * @param of where a header has it
   */
  static <H> void addTo(FieldTable<H> fields, Function<H, PrivateData> of) {
    fields
        .add("private_data", (h, to) -> showBytes(of.apply(h).bytes, to))
        .part(h -> of.apply(h).rpcRdma, PrivateData::rpcRdma)
        .part(h -> of.apply(h).nvme, QueueSetup::fields);
  }

  private static boolean showBytes(Rope bytes, ValueVisitor to) {
    return bytes.length() > 0 && to.bytes(bytes, 0, bytes.length());
  }

  private static void rpcRdma(FieldTable<RpcRdmaPrivateMessage> fields) {
    fields
        .flag("remote_invalidation", RpcRdmaPrivateMessage::remoteInvalidation)
        .number("send_size", RpcRdmaPrivateMessage::sendSize)
        .number("receive_size", RpcRdmaPrivateMessage::receiveSize);
  }
}
