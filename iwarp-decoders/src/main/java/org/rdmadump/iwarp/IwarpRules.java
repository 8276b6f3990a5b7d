package org.rdmadump.iwarp;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be noticed in MPA, DDP and RDMAP. */
public final class IwarpRules {
  /** A start-up frame that contradicts itself. */
  public static final Rule BAD_START_UP =
      new Rule("mpa.bad-start-up", Severity.ERROR, "RFC 5044 section 7.1");

  /** A revision of MPA that is none, or a Reply's that is above the Request's. */
  public static final Rule BAD_REVISION =
      new Rule("mpa.bad-revision", Severity.WARNING, "RFC 6581 section 9");

  /** Two Requests or two Replies, where one of each is due. */
  public static final Rule START_UP_ORDER =
      new Rule("mpa.start-up-order", Severity.ERROR, "RFC 5044 section 7.1");

  /** The responder refused the connection. */
  public static final Rule REJECTED =
      new Rule("mpa.rejected", Severity.WARNING, "RFC 5044 section 7.1.2");

  /** The CRC is not that of the FPDU. */
  public static final Rule BAD_CRC =
      new Rule("mpa.crc-mismatch", Severity.ERROR, "RFC 5044 section 4.4");

  /** A marker does not point to the start of its FPDU. */
  public static final Rule BAD_MARKER =
      new Rule("mpa.bad-marker", Severity.ERROR, "RFC 5044 section 4.3");

  /** Where FPDUs begin was not known for a while. */
  public static final Rule LOST_FRAMING =
      new Rule("mpa.lost-framing", Severity.WARNING, "RFC 5044 section 4.2");

  /** Fewer bytes than the headers need. */
  public static final Rule TOO_SHORT =
      new Rule("ddp.too-short", Severity.ERROR, "RFC 5041 section 4");

  /** Bits are set that DDP reserves; receivers do not look at them. */
  public static final Rule DDP_RESERVED =
      new Rule("ddp.reserved-bits", Severity.WARNING, "RFC 5041 section 4.1");

  /** Bits are set that RDMAP reserves; receivers do not look at them. */
  public static final Rule RDMAP_RESERVED =
      new Rule("rdmap.reserved-bits", Severity.WARNING, "RFC 5040 section 4.1");

  /** A DDP or RDMAP version that is not 1, or an opcode that is tagged or untagged and must not. */
  public static final Rule BAD_CONTROL =
      new Rule("ddp.bad-control", Severity.ERROR, "RFC 5041 section 4.1");

  /** An untagged message on a queue that is not for it. */
  public static final Rule BAD_QUEUE =
      new Rule("ddp.bad-queue", Severity.ERROR, "RFC 5040 section 4.2");

  /** Numbers of a queue were passed over: its messages were not captured, or never sent. */
  public static final Rule MSN_GAP =
      new Rule("ddp.msn-gap", Severity.WARNING, "RFC 5041 section 5.1");

  /** The number of an untagged message is one that its queue is past. */
  public static final Rule MSN_BACK =
      new Rule("ddp.msn-back", Severity.ERROR, "RFC 5041 section 7.1");

  /** A segment of an untagged message that does not go on where the one before it ended. */
  public static final Rule BAD_OFFSET =
      new Rule("ddp.bad-offset", Severity.ERROR, "RFC 5041 section 5.3");

  /** Segments of an untagged message were not captured. */
  public static final Rule MISSING_SEGMENTS =
      new Rule("ddp.missing-segments", Severity.WARNING, "RFC 5041 section 5.1");

  /** An opcode that no specification that is known here defines. */
  public static final Rule UNKNOWN_OPCODE =
      new Rule("rdmap.unknown-opcode", Severity.WARNING, "RFC 5040 section 4.1");

  /** A side gave up the connection and says why. */
  public static final Rule TERMINATE =
      new Rule("rdmap.terminate", Severity.WARNING, "RFC 5040 section 4.8");

  /** A Read Request that is not answered, because a side gave up the connection. */
  public static final Rule READ_REFUSED =
      new Rule("rdmap.read-refused", Severity.WARNING, "RFC 5040 section 4.8");

  /** Eight bytes for the other side's program, which RPC-over-RDMA does not use. */
  public static final Rule IMMEDIATE_DATA =
      new Rule("rdmap.immediate-data", Severity.NOTE, "RFC 7306 section 6");

  /** Memory was changed in one step, which RPC-over-RDMA never asks for. */
  public static final Rule ATOMIC = new Rule("rdmap.atomic", Severity.NOTE, "RFC 7306 section 5");

  /** An Atomic Response to no Atomic Request that was captured. */
  public static final Rule STRAY_ATOMIC_RESPONSE =
      new Rule("rdmap.stray-atomic-response", Severity.WARNING, "RFC 7306 section 5");

  /** A Read Response to no Read Request that was captured, or beyond it. */
  public static final Rule STRAY_RESPONSE =
      new Rule("rdmap.stray-response", Severity.WARNING, "RFC 5040 section 4.5");

  /** A Read Response whose last segment comes before all that was asked for. */
  public static final Rule SHORT_RESPONSE =
      new Rule("rdmap.short-response", Severity.ERROR, "RFC 5040 section 4.5");

  private IwarpRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return List.of(
        BAD_START_UP,
        BAD_REVISION,
        START_UP_ORDER,
        REJECTED,
        BAD_CRC,
        BAD_MARKER,
        LOST_FRAMING,
        TOO_SHORT,
        DDP_RESERVED,
        RDMAP_RESERVED,
        BAD_CONTROL,
        BAD_QUEUE,
        MSN_GAP,
        MSN_BACK,
        BAD_OFFSET,
        MISSING_SEGMENTS,
        UNKNOWN_OPCODE,
        TERMINATE,
        READ_REFUSED,
        IMMEDIATE_DATA,
        ATOMIC,
        STRAY_ATOMIC_RESPONSE,
        STRAY_RESPONSE,
        SHORT_RESPONSE);
  }
}
