package org.rdmadump.iwarp;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be noticed in MPA, DDP and RDMAP. */
public final class IwarpRules {
  private static final RuleList RULES = new RuleList();

  /** A start-up frame that contradicts itself. */
  public static final Rule BAD_START_UP = RULES.error("mpa.bad-start-up", "RFC 5044 section 7.1");

  /** A revision of MPA that is none, or a Reply's that is above the Request's. */
  public static final Rule BAD_REVISION =
      RULES.warning("mpa.bad-revision", "RFC 5044 section 7.1.1, RFC 6581 section 6");

  /** Two Requests or two Replies, where one of each is due. */
  public static final Rule START_UP_ORDER =
      RULES.error("mpa.start-up-order", "RFC 5044 section 7.1");

  /** The responder refused the connection. */
  public static final Rule REJECTED = RULES.warning("mpa.rejected", "RFC 5044 section 7.1.2");

  /** The CRC is not that of the FPDU. */
  public static final Rule BAD_CRC = RULES.error("mpa.crc-mismatch", "RFC 5044 section 4.4");

  /** A marker does not point to the start of its FPDU. */
  public static final Rule BAD_MARKER = RULES.error("mpa.bad-marker", "RFC 5044 section 4.3");

  /** Where FPDUs begin was not known for a while. */
  public static final Rule LOST_FRAMING = RULES.warning("mpa.lost-framing", "RFC 5044 section 6");

  /** Fewer bytes than the headers need. */
  public static final Rule TOO_SHORT = RULES.error("ddp.too-short", "RFC 5041 section 4");

  /** Bits are set that DDP reserves; receivers do not look at them. */
  public static final Rule DDP_RESERVED =
      RULES.warning("ddp.reserved-bits", "RFC 5041 section 4.1");

  /** Bits are set that RDMAP reserves; receivers do not look at them. */
  public static final Rule RDMAP_RESERVED =
      RULES.warning("rdmap.reserved-bits", "RFC 5040 section 4.1");

  /** A DDP or RDMAP version that is not 1, or an opcode that is tagged or untagged and must not. */
  public static final Rule BAD_CONTROL = RULES.error("ddp.bad-control", "RFC 5041 section 4.1");

  /** An untagged message on a queue that is not for it. */
  public static final Rule BAD_QUEUE = RULES.error("ddp.bad-queue", "RFC 5040 section 4.2");

  /** Numbers of a queue were passed over: its messages were not captured, or never sent. */
  public static final Rule MSN_GAP = RULES.warning("ddp.msn-gap", "RFC 5041 section 5.1.2");

  /** The number of an untagged message is one that its queue is past. */
  public static final Rule MSN_BACK = RULES.error("ddp.msn-back", "RFC 5041 section 7.1");

  /** A segment of an untagged message that does not go on where the one before it ended. */
  public static final Rule BAD_OFFSET = RULES.error("ddp.bad-offset", "RFC 5041 section 5.2");

  /** Segments of an untagged message were not captured. */
  public static final Rule MISSING_SEGMENTS =
      RULES.warning("ddp.missing-segments", "RFC 5041 section 5.2");

  /** An opcode that no specification that is known here defines. */
  public static final Rule UNKNOWN_OPCODE =
      RULES.warning("rdmap.unknown-opcode", "RFC 5040 section 4.1");

  /** A side gave up the connection and says why. */
  public static final Rule TERMINATE = RULES.warning("rdmap.terminate", "RFC 5040 section 4.8");

  /** A Read Request that is not answered, because a side gave up the connection. */
  public static final Rule READ_REFUSED =
      RULES.warning("rdmap.read-refused", "RFC 5040 section 4.8");

  /** Eight bytes for the other side's program, which RPC-over-RDMA does not use. */
  public static final Rule IMMEDIATE_DATA =
      RULES.note("rdmap.immediate-data", "RFC 7306 section 6");

  /** Memory was changed in one step, which RPC-over-RDMA never asks for. */
  public static final Rule ATOMIC = RULES.note("rdmap.atomic", "RFC 7306 section 5");

  /** An Atomic Response to no Atomic Request that was captured. */
  public static final Rule STRAY_ATOMIC_RESPONSE =
      RULES.warning("rdmap.stray-atomic-response", "RFC 7306 section 5");

  /** A Read Response to no Read Request that was captured, or beyond it. */
  public static final Rule STRAY_RESPONSE =
      RULES.warning("rdmap.stray-response", "RFC 5040 section 5.2.2");

  /** A Read Response whose last segment comes before all that was asked for. */
  public static final Rule SHORT_RESPONSE =
      RULES.error("rdmap.short-response", "RFC 5040 section 5.2.2");

  private IwarpRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
