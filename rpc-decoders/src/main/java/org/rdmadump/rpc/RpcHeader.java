package org.rdmadump.rpc;

import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.XdrStop;

/**
 * What precedes the arguments or results in an RPC message, to its last byte. Bytes inside of its
 * credential or verifier may be absent.
 *
 * <p>RFC 5531 section 9.
 */
public sealed interface RpcHeader extends RpcReading permits RpcCallHeader, RpcReplyHeader {
  /** {@return the transaction ID that a call and its reply share, as 32 bits} */
  int xid();

  /** {@return whether this is a call or a reply} */
  RpcMessageType type();

  /** {@return position in the message at which the arguments or results begin} */
  long bodyOffset();

  /**
   * Reads the header at the start of a message; who reads many keeps an {@link RpcHeaderReader}.
   *
   * @param message what is absent of it, because it was cut or lost, is a hole; where the rope
   *     ends, the message ends
   */
  static RpcReading read(Rope message) {
    return new RpcHeaderReader().read(message);
  }

  /**
   * Tells whether an RPC message begins here, as strictly as can be done without knowing the
   * program: the given XID, a known type, for a call RPC version 2 and a credential of at most 400
   * bytes, for a reply known status values and a verifier of at most 400 bytes.
   *
   * @param bytes reader at the start of the message, left anywhere; bytes in a hole cannot speak
   *     against a message, but its first three words must be there
   * @param expectedXid XID from the RPC-over-RDMA header
   */
  @SuppressWarnings("exports") // Only our own modules look for messages.
  static boolean looksLikeRpc(XdrReader bytes, int expectedXid) {
    int xid = bytes.i32();
    long type = bytes.u32();
    long third = bytes.u32();
    if (!bytes.ok() || xid != expectedXid) {
      return false;
    }
    boolean plausible =
        type == RpcMessageType.CALL.number()
            ? RpcHeaderReader.plausibleCall(bytes, third)
            : type == RpcMessageType.REPLY.number() && RpcHeaderReader.plausibleReply(bytes, third);
    return plausible && (bytes.ok() || bytes.stop() == XdrStop.NOT_AVAILABLE);
  }
}
