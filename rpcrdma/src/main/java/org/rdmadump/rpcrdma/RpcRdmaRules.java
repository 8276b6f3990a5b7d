package org.rdmadump.rpcrdma;

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
      new Rule("rpcrdma.other-version", Severity.NOTE, "RFC 8166 section 4.2.2");

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
      new Rule("rpcrdma.send-not-delivered", Severity.WARNING, OF_TRANSPORT);

  /** A reply whose call was not captured. */
  public static final Rule NO_CALL =
      new Rule("rpcrdma.reply-without-call", Severity.NOTE, "RFC 5531 section 9");

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

  /** An RDMA operation on memory whose advertisement was not captured or is over. */
  public static final Rule UNKNOWN_HANDLE =
      new Rule("rpcrdma.unknown-handle", Severity.NOTE, "RFC 8166 section 4.4");

  /** Send With Invalidate names a handle that is not advertised. */
  public static final Rule INVALIDATES_UNKNOWN =
      new Rule("rpcrdma.invalidates-unknown-handle", Severity.NOTE, "RFC 8797 section 3.2");

  /** A handle was advertised again while its earlier advertisement was in use. */
  public static final Rule HANDLE_REPLACED =
      new Rule("rpcrdma.handle-advertised-again", Severity.WARNING, "RFC 8166 section 4.4");

  /** A reply's chunk has other segments than the call's. */
  public static final Rule OTHER_CHUNK =
      new Rule("rpcrdma.reply-chunk-differs", Severity.ERROR, "RFC 8166 section 4.3.2");

  /** A Write chunk for which no result was found: its bytes follow the reduced message. */
  public static final Rule CHUNK_NOT_PLACED =
      new Rule("rpcrdma.chunk-not-placed", Severity.NOTE, "RFC 8166 section 3.4.6");

  /** The value in front of an item says another length than its chunk has. */
  public static final Rule LENGTH_DIFFERS =
      new Rule("rpcrdma.chunk-length-differs", Severity.WARNING, "RFC 8166 section 3.4.6");

  /** Read chunk positions that do not fit the message. */
  public static final Rule BAD_POSITION =
      new Rule("rpcrdma.read-chunk-position", Severity.ERROR, "RFC 8166 section 3.4.5");

  /** A Read chunk that is not at the place of an item which may be moved. */
  public static final Rule NOT_ELIGIBLE =
      new Rule("rpcrdma.read-chunk-not-eligible", Severity.WARNING, "RFC 8267 sections 4 to 6");

  private RpcRdmaRules() {}
}
