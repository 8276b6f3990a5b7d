package org.rdmadump.rpcrdma;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** The rules about RPC-over-RDMA messages and their chunks. */
public final class RpcRdmaRules {
  private static final RuleList RULES = new RuleList();

  /** The header is shorter than its lists, or holds an invalid value. */
  public static final Rule MALFORMED_HEADER =
      RULES.error("rpcrdma.malformed-header", "RFC 8166 section 4");

  /** The snap length cut the header. */
  public static final Rule TRUNCATED_HEADER =
      RULES.note("rpcrdma.truncated-header", "RFC 8166 section 4");

  /** The first packet of the Send, which holds the header, is missing. */
  public static final Rule NO_HEADER =
      RULES.warning("rpcrdma.send-without-header", "RFC 8166 section 4");

  /** rdmadump does not decode this version of RPC-over-RDMA. */
  public static final Rule OTHER_VERSION =
      RULES.warning("rpcrdma.other-version", "RFC 8166 section 4.2.2");

  /** RFC 8166 has removed this message type. */
  public static final Rule OBSOLETE_PROCEDURE =
      RULES.warning("rpcrdma.obsolete-procedure", "RFC 8166 section 4.6");

  /** The message type is undefined. */
  public static final Rule UNKNOWN_PROCEDURE =
      RULES.error("rpcrdma.unknown-procedure", "RFC 8166 section 4.2.4");

  /** An error answer. */
  public static final Rule ERROR_ANSWER = RULES.warning("rpcrdma.error", "RFC 8166 section 4.5");

  /** The RDMA_NOMSG message has no chunk that could hold the RPC message. */
  public static final Rule NO_MESSAGE =
      RULES.error("rpcrdma.nomsg-without-chunk", "RFC 8166 section 3.5.3");

  /** Bytes follow the header of an RDMA_NOMSG message; receivers pass over them. */
  public static final Rule NOMSG_WITH_BYTES =
      RULES.warning("rpcrdma.nomsg-with-bytes", "RFC 8166 section 3.5.3");

  /** Of rules that each transport has in words of its own; a finding cites those. */
  private static final String OF_TRANSPORT =
      "specification of the transport: IBTA volume 1, 9.7, or RFC 5041 sections 5.3 and 5.4";

  /** The receiver refused the Send, and no retransmission was captured. */
  public static final Rule NOT_DELIVERED = RULES.note("rpcrdma.send-not-delivered", OF_TRANSPORT);

  /** Bytes that may be of one message or of another, as Sends are missing that would tell. */
  public static final Rule AMBIGUOUS_DATA =
      RULES.note("rpcrdma.ambiguous-data", "RFC 8166 section 4.4.1");

  /** The call of this reply was not captured. */
  public static final Rule CALL_NOT_CAPTURED =
      RULES.note("rpcrdma.call-not-captured", "RFC 5531 section 9");

  /** No call matches the reply, although the whole connection was captured. */
  public static final Rule NO_CALL =
      RULES.warning("rpcrdma.reply-without-call", "RFC 5531 section 9");

  /** A call that was not answered before its connection ended. */
  public static final Rule NO_REPLY =
      RULES.warning("rpcrdma.call-without-reply", "RFC 5531 section 9");

  /** The connection ended before a reply to this call was captured; there may have been one. */
  public static final Rule REPLY_NOT_CAPTURED =
      RULES.note("rpcrdma.reply-not-captured", "RFC 5531 section 9");

  /** The capture ended before the reply to this call. */
  public static final Rule IN_FLIGHT_AT_END =
      RULES.note("rpcrdma.call-in-flight-at-end", "RFC 5531 section 9");

  /** The call has the XID of another call that is not answered yet. */
  public static final Rule XID_REUSED =
      RULES.error("rpcrdma.xid-reused", "RFC 5531 section 9, RFC 8166 section 4.2.1");

  /** The RPC message has another XID than the RPC-over-RDMA header before it. */
  public static final Rule XID_DIFFERS =
      RULES.error("rpcrdma.xid-differs", "RFC 8166 section 4.2.1");

  /** More calls are outstanding than the responder granted credits. */
  public static final Rule CREDIT_OVERRUN =
      RULES.error("rpcrdma.credit-overrun", "RFC 8166 sections 3.3.1 and 3.3.3");

  /** The reply grants no credits. */
  public static final Rule ZERO_CREDITS =
      RULES.error("rpcrdma.zero-credits", "RFC 8166 section 3.3.1");

  /** The Send is longer than the inline threshold that the peers agreed on. */
  public static final Rule ABOVE_THRESHOLD =
      RULES.error(
          "rpcrdma.above-inline-threshold",
          "RFC 8166 sections 3.3.2 and 3.3.3, RFC 8797 section 4.2");

  /** The call or reply was retransmitted. */
  public static final Rule REPEATED = RULES.note("rpcrdma.repeated-message", "RFC 5531 section 9");

  /** An RDMA operation goes beyond the end of its segment. */
  public static final Rule BEYOND_SEGMENT =
      RULES.error("rpcrdma.beyond-segment", "RFC 8166 section 3.4.3");

  /** Data that was seen more than once. */
  public static final Rule DATA_REPEATED = RULES.note("rpcrdma.data-repeated", OF_TRANSPORT);

  /** Retransmitted data differ from the first copy; the first copy counts. */
  public static final Rule DATA_DIFFERS = RULES.warning("rpcrdma.data-differs", OF_TRANSPORT);

  /** An RDMA operation uses memory whose advertisement was not captured. */
  public static final Rule NOT_SEEN_ADVERTISED =
      RULES.note("rpcrdma.advertisement-not-captured", "RFC 8166 section 4.4.1");

  /** An RDMA operation uses memory that is not advertised, or no longer advertised. */
  public static final Rule UNKNOWN_HANDLE =
      RULES.error("rpcrdma.unknown-handle", "RFC 8166 section 4.4.1");

  /** An RDMA operation uses memory that a Send With Invalidate has invalidated. */
  public static final Rule AFTER_INVALIDATION =
      RULES.error("rpcrdma.access-after-invalidation", "RFC 8166 section 4.4.1");

  /** An RDMA operation uses an advertised handle, but addresses outside its segment. */
  public static final Rule OUTSIDE_SEGMENT =
      RULES.error("rpcrdma.outside-segment", "RFC 8166 section 3.4.3");

  /**
   * An RDMA Write goes into a Read chunk, or an RDMA Read reads from a Write chunk or Reply chunk.
   */
  public static final Rule WRONG_ACCESS =
      RULES.error("rpcrdma.wrong-access", "RFC 8166 sections 3.4.5 and 3.4.6");

  /** The Send With Invalidate names a handle that is not advertised. */
  public static final Rule INVALIDATES_UNKNOWN =
      RULES.error("rpcrdma.invalidates-unknown-handle", "RFC 8797 section 4.1");

  /** The Send With Invalidate names a handle that the answered call did not advertise. */
  public static final Rule INVALIDATES_OTHER =
      RULES.error("rpcrdma.invalidates-other-handle", "RFC 8797 section 4.1");

  /** The Send With Invalidate goes to a peer that announced no support for Remote Invalidation. */
  public static final Rule INVALIDATION_NOT_ALLOWED =
      RULES.error("rpcrdma.invalidation-not-allowed", "RFC 8797 section 4.1");

  /**
   * A handle was advertised again while its earlier advertisement was in use, by another call or by
   * the same one. Memory that is only read may be shared.
   */
  public static final Rule HANDLE_REPLACED =
      RULES.warning("rpcrdma.handle-advertised-again", "RFC 8166 section 4.4.1");

  /**
   * The chunk in the reply has other segments than the chunk that the call offered, or lists a
   * segment twice.
   */
  public static final Rule OTHER_CHUNK =
      RULES.error("rpcrdma.reply-chunk-differs", "RFC 8166 sections 3.4.6 and 4.3.3");

  /** A segment of a chunk was used before an earlier segment was full. */
  public static final Rule CHUNK_ORDER =
      RULES.error("rpcrdma.segments-out-of-order", "RFC 8166 section 3.4.6");

  /** The reply leaves out Write chunks, or segments of them, that the call offered. */
  public static final Rule CHUNK_NOT_RETURNED =
      RULES.error("rpcrdma.chunk-not-returned", "RFC 8166 sections 3.4.6 and 4.3.2.2");

  /** Fewer bytes moved through a segment than the reply reports or the call holds. */
  public static final Rule TRANSFERRED_SHORT =
      RULES.error("rpcrdma.transferred-short", "RFC 8166 sections 3.4.5 and 3.4.6");

  /**
   * No result in the reply matches this Write chunk; its bytes are appended to the reduced message.
   */
  public static final Rule CHUNK_NOT_PLACED =
      RULES.note("rpcrdma.chunk-not-placed", "RFC 8166 section 4.3.2.1");

  /**
   * The length of a chunk differs from the length in the XDR before its item, or from the bytes
   * that moved.
   */
  public static final Rule LENGTH_DIFFERS =
      RULES.warning("rpcrdma.chunk-length-differs", "RFC 8166 sections 3.4.5.2 and 3.4.6.2");

  /** The position of the Read chunk is not a multiple of 4, where XDR items begin. */
  public static final Rule UNALIGNED_POSITION =
      RULES.error("rpcrdma.read-chunk-unaligned", "RFC 8166 section 3.4.5");

  /** The position of the Read chunk does not fit the message. */
  public static final Rule BAD_POSITION =
      RULES.error("rpcrdma.read-chunk-position", "RFC 8166 section 3.4.5");

  /** The Read chunk is not at the position of a DDP-eligible item. */
  public static final Rule NOT_ELIGIBLE =
      RULES.error(
          "rpcrdma.read-chunk-not-eligible", "RFC 8166 section 3.4.2, RFC 8267 sections 4 to 6");

  /** The reply has a Read list, which only calls may have. */
  public static final Rule READS_IN_REPLY =
      RULES.error("rpcrdma.read-list-in-reply", "RFC 8166 section 4.3.1");

  private RpcRdmaRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
