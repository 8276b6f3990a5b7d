package org.rdmadump.rpcrdma.call;

import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.GssProcedure;
import org.rdmadump.rpc.GssService;
import org.rdmadump.rpc.RpcCallHeader;

/**
 * What a call says, for a comparison when its bytes are gone: of the beginning of the reduced
 * message, as far as it was seen without a gap. Read chunks apart from that at position zero are
 * not in it.
 *
 * @param crc CRC-32 of those bytes
 * @param to where in the message they end
 */
record CallDigest(int crc, int to) {
  /** Behind the XID: enough for the arguments of all calls but long compounds and inline data. */
  private static final int MOST_BYTES = 512;

  /**
   * The digest of a call. What RPCSEC_GSS makes anew when a call is sent again, with a sequence
   * number of its own, is left out: credential and verifier, and of arguments with integrity that
   * number and the checksum (RFC 2203 sections 5.3.2 and 5.3.3.1). With privacy the number is
   * encrypted with the arguments, so that no two calls are the same.
   *
   * @param reduced the message from its XID on
   */
  static CallDigest of(Rope reduced, RpcCallHeader header) {
    long from = Integer.BYTES;
    long end = reduced.length();
    if (header.credential().equals(AuthFlavor.RPCSEC_GSS)) {
      from = header.bodyOffset();
      if (hasIntegrity(header) && reduced.has(from, Integer.BYTES)) {
        long body = from + Integer.BYTES;
        end = Math.min(end, body + Integer.toUnsignedLong(reduced.getInt(from)));
        from = body + Integer.BYTES;
      }
    }
    end = Math.min(end, from + MOST_BYTES);
    if (!reduced.isComplete()) {
      end = Math.min(end, reduced.holes().get(0).offset());
    }
    return new CallDigest(from < end ? reduced.crc(from, end) : 0, (int) end);
  }

  private static boolean hasIntegrity(RpcCallHeader header) {
    return header.gss().isPresent()
        && header.gss().get().procedure() == GssProcedure.DATA
        && header.gss().get().service() == GssService.INTEGRITY;
  }

  /** Whether as much was seen of both calls, and was the same. */
  boolean isSameAs(CallDigest other) {
    return crc == other.crc && to == other.to;
  }
}
