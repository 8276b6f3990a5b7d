package org.rdmadump.rpc;

import java.util.Optional;

/**
 * Header of an RPC call.
 *
 * <p>RFC 5531 section 9, call_body.
 *
 * @param xid transaction ID, as 32 bits
 * @param rpcVersion version of RPC itself, 0 to 2<sup>32</sup>-1; a call of another version than 2
 *     is read as if it had the layout of version 2
 * @param program program number, 0 to 2<sup>32</sup>-1
 * @param version version of the program, 0 to 2<sup>32</sup>-1
 * @param procedure procedure of that version, 0 to 2<sup>32</sup>-1
 * @param credential flavour of the credential
 * @param gss the credential itself if its flavour is RPCSEC_GSS and it could be read
 * @param verifier flavour of the verifier
 * @param bodyOffset position in the message at which the arguments begin
 */
public record RpcCallHeader(
    int xid,
    long rpcVersion,
    long program,
    long version,
    long procedure,
    AuthFlavor credential,
    Optional<GssCredential> gss,
    AuthFlavor verifier,
    long bodyOffset)
    implements RpcHeader {
  /** The version of RPC that is in use (RFC 5531 section 9). */
  public static final int RPC_VERSION = 2;

  @Override
  public RpcMessageType type() {
    return RpcMessageType.CALL;
  }

  /**
   * {@return whether both can be of one call that was sent twice: all is equal but the sequence
   * number of RPCSEC_GSS, since a call that is sent again has a new one (RFC 2203 section 5.3.3.1)}
   * It may be the lower one: with another context numbers begin again.
   */
  public boolean canRepeat(RpcCallHeader first) {
    if (gss.isEmpty() || first.gss.isEmpty()) {
      return equals(first);
    }
    Optional<GssCredential> then = Optional.of(gss.get().inSequence(first.gss.get().sequence()));
    return new RpcCallHeader(
            xid, rpcVersion, program, version, procedure, credential, then, verifier, bodyOffset)
        .equals(first);
  }
}
