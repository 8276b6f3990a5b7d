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
 */
final class CallDigest {
  /** Behind the XID: enough for the arguments of all calls but long compounds and inline data. */
  private static final int MOST_BYTES = 4096;

  /** Whether two transmissions are of one call. */
  enum Likeness {
    /** All that was seen of them is the same. */
    SAME,
    /** They are two calls. */
    OTHER,
    /** Their headers may be of one call, and nothing tells of their arguments. */
    OPEN
  }

  /** CRC-32 of what was seen. */
  private int crc;

  /** Where in the message that ends; -1 if its arguments cannot be compared. */
  private long to = -1;

  /** Bytes of the message; -1 where its end was not seen. */
  private long length = -1;

  /**
   * The digest of a call. What RPCSEC_GSS makes anew when a call is sent again, with a sequence
   * number of its own, is left out: credential and verifier, and of arguments with integrity that
   * number and the checksum (RFC 2203 sections 5.3.2 and 5.3.3.1). With privacy the number is
   * encrypted with the arguments, so that nothing tells whether these are the same.
   *
   * @param reduced the message from its XID on
   * @param whole whether its end was seen
   */
  static CallDigest of(Rope reduced, boolean whole, RpcCallHeader header) {
    CallDigest digest = new CallDigest();
    digest.length = whole ? reduced.length() : -1;
    long from = Integer.BYTES;
    long end = reduced.length();
    if (header.credential().equals(AuthFlavor.RPCSEC_GSS)) {
      from = header.bodyOffset();
      if (isProtectedBy(GssService.PRIVACY, header)) {
        return digest;
      }
      if (isProtectedBy(GssService.INTEGRITY, header) && reduced.has(from, Integer.BYTES)) {
        long body = from + Integer.BYTES;
        end = Math.min(end, body + Integer.toUnsignedLong(reduced.getInt(from)));
        from = body + Integer.BYTES;
      }
    }
    end = Math.min(end, from + MOST_BYTES);
    long seen = reduced.isComplete() ? end : Math.min(end, reduced.holes().get(0).offset());
    if (seen > from || seen == end) {
      digest.crc = seen > from ? reduced.crc(from, seen) : 0;
      digest.to = seen;
    }
    return digest;
  }

  private static boolean isProtectedBy(GssService service, RpcCallHeader header) {
    return header.gss().isPresent()
        && header.gss().get().procedure() == GssProcedure.DATA
        && header.gss().get().service() == service;
  }

  /** Becomes the same as another one. */
  void take(CallDigest other) {
    crc = other.crc;
    to = other.to;
    length = other.length;
  }

  /**
   * Compares two calls with one XID. Their chunks may differ, as a client that sends a call again
   * may have registered its memory anew.
   *
   * @param header of this one
   * @param first digest of the one that was sent before
   * @param firstHeader of that
   */
  Likeness compare(RpcCallHeader header, CallDigest first, RpcCallHeader firstHeader) {
    if (!header.canRepeat(firstHeader)
        || (length >= 0 && first.length >= 0 && length != first.length)) {
      return Likeness.OTHER;
    }
    if (to < 0 || to != first.to) {
      return Likeness.OPEN;
    }
    return crc == first.crc ? Likeness.SAME : Likeness.OTHER;
  }
}
