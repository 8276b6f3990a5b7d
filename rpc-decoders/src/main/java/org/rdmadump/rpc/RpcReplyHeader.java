package org.rdmadump.rpc;

import java.util.Optional;

/**
 * Header of an RPC reply.
 *
 * <p>RFC 5531 section 9, reply_body.
 *
 * @param xid transaction ID, as 32 bits
 * @param status what became of the call
 * @param verifier flavour of the verifier; a denied call has none
 * @param bodyOffset position in the message at which the results begin; they are there only if the
 *     status is {@link RpcStatusCode#SUCCESS}
 */
public record RpcReplyHeader(
    int xid, RpcStatus status, Optional<AuthFlavor> verifier, long bodyOffset)
    implements RpcHeader {
  @Override
  public RpcMessageType type() {
    return RpcMessageType.REPLY;
  }
}
