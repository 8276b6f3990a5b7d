package org.rdmadump.rpcrdma;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be noticed in RPC-over-RDMA messages and their chunks. */
public final class RpcRdmaRules {
  /** The header is shorter than it says, or holds a value that it cannot hold. */
  public static final Rule MALFORMED_HEADER =
      new Rule("rpcrdma.malformed-header", Severity.ERROR, "RFC 8166 section 4");

  /** The header was cut by the snap length. */
  public static final Rule TRUNCATED_HEADER =
      new Rule("rpcrdma.truncated-header", Severity.NOTE, "RFC 8166 section 4");

  /** The first packet of a Send is missing, so its header is. */
  public static final Rule NO_HEADER =
      new Rule("rpcrdma.send-without-header", Severity.WARNING, "RFC 8166 section 4");

  /** A version that is not decoded. */
  public static final Rule OTHER_VERSION =
      new Rule("rpcrdma.other-version", Severity.WARNING, "RFC 8166 section 4.2.2");

  /** A message type that RFC 8166 has removed. */
  public static final Rule OBSOLETE_PROCEDURE =
      new Rule("rpcrdma.obsolete-procedure", Severity.WARNING, "RFC 8166 section 4.6");

  /** A message type that never existed. */
  public static final Rule UNKNOWN_PROCEDURE =
      new Rule("rpcrdma.unknown-procedure", Severity.ERROR, "RFC 8166 section 4.2.4");

  /** An error answer. */
  public static final Rule ERROR_ANSWER =
      new Rule("rpcrdma.error", Severity.WARNING, "RFC 8166 section 4.5");

  /** A message of type RDMA_NOMSG without a chunk that could hold the RPC message. */
  public static final Rule NO_MESSAGE =
      new Rule("rpcrdma.nomsg-without-chunk", Severity.ERROR, "RFC 8166 section 3.5.3");

  /** Of rules that each transport has in words of its own; a finding cites those. */
  private static final String OF_TRANSPORT = "specification of the transport";

  /** The receiver refused a Send, and no repeat was captured. */
  public static final Rule NOT_DELIVERED =
      new Rule("rpcrdma.send-not-delivered", Severity.NOTE, OF_TRANSPORT);

  /** Bytes that may be of one message or of another, as Sends are missing that would tell. */
  public static final Rule AMBIGUOUS_DATA =
      new Rule("rpcrdma.ambiguous-data", Severity.NOTE, "RFC 8166 section 4.4.1");

  /** A reply whose call was not captured. */
  public static final Rule CALL_NOT_CAPTURED =
      new Rule("rpcrdma.call-not-captured", Severity.NOTE, "RFC 5531 section 9");

  /** A reply to no call, on a connection of which all was seen. */
  public static final Rule NO_CALL =
      new Rule("rpcrdma.reply-without-call", Severity.WARNING, "RFC 5531 section 9");

  /** A call that was not answered before its connection ended. */
  public static final Rule NO_REPLY =
      new Rule("rpcrdma.call-without-reply", Severity.WARNING, "RFC 5531 section 9");

  /** A call that was not answered before the capture ended. */
  public static final Rule IN_FLIGHT_AT_END =
      new Rule("rpcrdma.call-in-flight-at-end", Severity.NOTE, "RFC 5531 section 9");

  /** A call with the XID of another one that is not answered. */
  public static final Rule XID_REUSED =
      new Rule("rpcrdma.xid-reused", Severity.ERROR, "RFC 5531 section 9, RFC 8166 section 4.2.1");

  /** More calls are not answered than the responder granted credits. */
  public static final Rule CREDIT_OVERRUN =
      new Rule("rpcrdma.credit-overrun", Severity.ERROR, "RFC 8166 sections 3.3.1 and 3.3.3");

  /** A reply grants no credits, so that nothing could be called any more. */
  public static final Rule ZERO_CREDITS =
      new Rule("rpcrdma.zero-credits", Severity.ERROR, "RFC 8166 section 3.3.1");

  /** A Send is longer than the peers said that they send and receive. */
  public static final Rule ABOVE_THRESHOLD =
      new Rule(
          "rpcrdma.above-inline-threshold",
          Severity.ERROR,
          "RFC 8166 sections 3.3.2 and 3.3.3, RFC 8797 section 4.2");

  /** A call or reply that was sent again. */
  public static final Rule REPEATED =
      new Rule("rpcrdma.repeated-message", Severity.NOTE, "RFC 5531 section 9");

  /** Data beyond the end of the segment that it was meant for. */
  public static final Rule BEYOND_SEGMENT =
      new Rule("rpcrdma.beyond-segment", Severity.ERROR, "RFC 8166 section 3.4.3");

  /** Data that was seen more than once. */
  public static final Rule DATA_REPEATED =
      new Rule("rpcrdma.data-repeated", Severity.NOTE, OF_TRANSPORT);

  /** Data that was seen more than once, with different values; the first ones count. */
  public static final Rule DATA_DIFFERS =
      new Rule("rpcrdma.data-differs", Severity.WARNING, OF_TRANSPORT);

  /** An RDMA operation on memory whose advertisement was not captured. */
  public static final Rule NOT_SEEN_ADVERTISED =
      new Rule("rpcrdma.advertisement-not-captured", Severity.NOTE, "RFC 8166 section 4.4.1");

  /** An RDMA operation on memory that is not advertised, or not any more. */
  public static final Rule UNKNOWN_HANDLE =
      new Rule("rpcrdma.unknown-handle", Severity.ERROR, "RFC 8166 section 4.4.1");

  /** An RDMA operation on memory that Send With Invalidate took back. */
  public static final Rule AFTER_INVALIDATION =
      new Rule("rpcrdma.access-after-invalidation", Severity.ERROR, "RFC 8166 section 4.4.1");

  /** An RDMA operation on an advertised handle, but not on the advertised addresses. */
  public static final Rule OUTSIDE_SEGMENT =
      new Rule("rpcrdma.outside-segment", Severity.ERROR, "RFC 8166 section 3.4.3");

  /** An RDMA Write into a Read chunk, or an RDMA Read from a Write chunk or Reply chunk. */
  public static final Rule WRONG_ACCESS =
      new Rule("rpcrdma.wrong-access", Severity.ERROR, "RFC 8166 sections 3.4.5 and 3.4.6");

  /** Send With Invalidate names a handle that is not advertised. */
  public static final Rule INVALIDATES_UNKNOWN =
      new Rule("rpcrdma.invalidates-unknown-handle", Severity.ERROR, "RFC 8797 section 4.1");

  /** Send With Invalidate names a handle that the call which it answers did not advertise. */
  public static final Rule INVALIDATES_OTHER =
      new Rule("rpcrdma.invalidates-other-handle", Severity.ERROR, "RFC 8797 section 4.1");

  /** Send With Invalidate to a peer that said that it cannot take it. */
  public static final Rule INVALIDATION_NOT_ALLOWED =
      new Rule("rpcrdma.invalidation-not-allowed", Severity.ERROR, "RFC 8797 section 4.1");

  /** A handle was advertised again while its earlier advertisement was in use. */
  public static final Rule HANDLE_REPLACED =
      new Rule("rpcrdma.handle-advertised-again", Severity.WARNING, "RFC 8166 section 4.4.1");

  /** A reply's chunk has other segments than the call's. */
  public static final Rule OTHER_CHUNK =
      new Rule("rpcrdma.reply-chunk-differs", Severity.ERROR, "RFC 8166 sections 3.4.6 and 4.3.3");

  /** A later segment of a chunk was used before an earlier one was full. */
  public static final Rule CHUNK_ORDER =
      new Rule("rpcrdma.segments-out-of-order", Severity.ERROR, "RFC 8166 section 3.4.6");

  /** A reply that leaves out Write chunks, or segments of them, that the call offered. */
  public static final Rule CHUNK_NOT_RETURNED =
      new Rule("rpcrdma.chunk-not-returned", Severity.ERROR, "RFC 8166 sections 3.4.6 and 4.3.2.2");

  /** Fewer bytes moved through a segment than a reply says, or a call with data has. */
  public static final Rule TRANSFERRED_SHORT =
      new Rule("rpcrdma.transferred-short", Severity.ERROR, "RFC 8166 sections 3.4.5 and 3.4.6");

  /** A Write chunk for which no result was found: its bytes follow the reduced message. */
  public static final Rule CHUNK_NOT_PLACED =
      new Rule("rpcrdma.chunk-not-placed", Severity.NOTE, "RFC 8166 section 4.3.2.1");

  /** The value in front of an item says another length than its chunk has. */
  public static final Rule LENGTH_DIFFERS =
      new Rule(
          "rpcrdma.chunk-length-differs",
          Severity.WARNING,
          "RFC 8166 sections 3.4.5.2 and 3.4.6.2");

  /** The position of a Read chunk is no multiple of 4, where XDR items begin. */
  public static final Rule UNALIGNED_POSITION =
      new Rule("rpcrdma.read-chunk-unaligned", Severity.ERROR, "RFC 8166 section 3.4.5");

  /** Read chunk positions that do not fit the message. */
  public static final Rule BAD_POSITION =
      new Rule("rpcrdma.read-chunk-position", Severity.ERROR, "RFC 8166 section 3.4.5");

  /** A Read chunk that is not at the place of an item which may be moved. */
  public static final Rule NOT_ELIGIBLE =
      new Rule(
          "rpcrdma.read-chunk-not-eligible",
          Severity.ERROR,
          "RFC 8166 section 3.4.2, RFC 8267 sections 4 to 6");

  private RpcRdmaRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return List.of(
        MALFORMED_HEADER,
        TRUNCATED_HEADER,
        NO_HEADER,
        OTHER_VERSION,
        OBSOLETE_PROCEDURE,
        UNKNOWN_PROCEDURE,
        ERROR_ANSWER,
        NO_MESSAGE,
        NOT_DELIVERED,
        AMBIGUOUS_DATA,
        CALL_NOT_CAPTURED,
        NO_CALL,
        NO_REPLY,
        IN_FLIGHT_AT_END,
        XID_REUSED,
        CREDIT_OVERRUN,
        ZERO_CREDITS,
        ABOVE_THRESHOLD,
        REPEATED,
        BEYOND_SEGMENT,
        DATA_REPEATED,
        DATA_DIFFERS,
        NOT_SEEN_ADVERTISED,
        UNKNOWN_HANDLE,
        AFTER_INVALIDATION,
        OUTSIDE_SEGMENT,
        WRONG_ACCESS,
        INVALIDATES_UNKNOWN,
        INVALIDATES_OTHER,
        INVALIDATION_NOT_ALLOWED,
        HANDLE_REPLACED,
        OTHER_CHUNK,
        CHUNK_ORDER,
        CHUNK_NOT_RETURNED,
        TRANSFERRED_SHORT,
        CHUNK_NOT_PLACED,
        LENGTH_DIFFERS,
        UNALIGNED_POSITION,
        BAD_POSITION,
        NOT_ELIGIBLE);
  }
}
