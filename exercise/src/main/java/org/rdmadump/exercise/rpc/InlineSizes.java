package org.rdmadump.exercise.rpc;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/**
 * The longest Sends of a connection for RPC, as both sides said in its private data.
 *
 * <p>RFC 8797 section 4: format identifier, version, flags, sizes in units of 1024 bytes less one.
 *
 * @param toPeer bytes of the longest Send of this side
 * @param fromPeer bytes of the longest Send of the other side
 */
public record InlineSizes(int toPeer, int fromPeer) {
  /** The longest Send of this side, and the longest that it takes: what most servers say, too. */
  public static final int BYTES = 4096;

  /** Bytes of what is said; more may follow. */
  public static final int LENGTH = 8;

  /** The longest Send that every peer takes (RFC 8166 section 3.3.2). */
  private static final int DEFAULT = 1024;

  private static final int VERSION = 1;
  private static final int UNIT = 1024;

  /**
   * {@return the private data}
   *
   * @param bytes longest Send, sent and received: 1024 to 262144, a multiple of 1024
   * @param invalidation whether a reply may take memory of this side away
   */
  public static byte[] privateData(int bytes, boolean invalidation) {
    byte size = (byte) (bytes / UNIT - 1);
    return ByteBuffer.allocate(LENGTH)
        .putInt(RpcRdmaPrivateMessage.FORMAT_IDENTIFIER)
        .put((byte) VERSION)
        .put((byte) (invalidation ? 1 : 0))
        .put(size)
        .put(size)
        .array();
  }

  /** {@return what private data says; empty if it is of another format} */
  public static Optional<RpcRdmaPrivateMessage> said(byte[] data) {
    return RpcRdmaPrivateMessage.read(ByteBuffer.wrap(data), 0, data.length);
  }

  /**
   * {@return what follows from what this side said, which is {@link #BYTES}, and the other one: the
   * least of what one sends and the other takes; 1024 bytes if it said nothing of that kind}
   */
  public static InlineSizes negotiated(Optional<RpcRdmaPrivateMessage> peer) {
    return peer.isPresent()
        ? new InlineSizes(
            Math.min(BYTES, peer.get().receiveSize()), Math.min(BYTES, peer.get().sendSize()))
        : new InlineSizes(DEFAULT, DEFAULT);
  }
}
