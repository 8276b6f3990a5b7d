package org.rdmadump.rpc.content;

import java.util.Optional;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcReplyHeader;

/**
 * Decodes RPC messages in full. One is enough for a run: it keeps the declarations that it has
 * loaded.
 *
 * <p>For one thread.
 */
public final class RpcDecoder {
  private final RpcProtocols protocols = new RpcProtocols();

  /** Makes a decoder. */
  public RpcDecoder() {}

  /** {@return the protocols that it knows} */
  public RpcProtocols protocols() {
    return protocols;
  }

  /**
   * {@return what is in a message, found when it is asked for}
   *
   * @param message the rebuilt message; what is absent of it is a hole
   * @param call of a reply the header of its call, without which its results are not known; of a
   *     call its own, if it is known already
   */
  public RpcContent content(Rope message, Optional<RpcCallHeader> call) {
    return new RpcContent(protocols, message, call.orElse(null));
  }

  /**
   * {@return what is in a reply whose header was read already}
   *
   * @param reply the message, whole or reduced
   * @param header what its header says
   * @param call the header of its call
   */
  public RpcContent reply(Rope reply, RpcReplyHeader header, RpcCallHeader call) {
    return new RpcContent(protocols, reply, header, call);
  }
}
