package org.rdmadump.exercise.ping;

import java.util.Optional;
import org.rdmadump.exercise.rpc.InlineSizes;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/**
 * What the two sides said of themselves when they connected (RFC 8797).
 *
 * @param device RDMA device of this side
 * @param iwarp whether it speaks iWARP
 * @param peer address of the server
 * @param ours what this side said
 * @param theirs what the server said; empty if it said nothing of that kind
 */
public record PingConnection(
    String device,
    boolean iwarp,
    String peer,
    RpcRdmaPrivateMessage ours,
    Optional<RpcRdmaPrivateMessage> theirs) {
  /** What this program says of itself. */
  static final RpcRdmaPrivateMessage OURS =
      new RpcRdmaPrivateMessage(
          /* remoteInvalidation= */ false, InlineSizes.BYTES, InlineSizes.BYTES);

  /** {@return bytes of the longest Send to the server} */
  public int inlineToServer() {
    return InlineSizes.negotiated(theirs).toPeer();
  }

  /** {@return bytes of the longest Send of the server} */
  public int inlineToClient() {
    return InlineSizes.negotiated(theirs).fromPeer();
  }
}
