package org.rdmadump.iwarp;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be noticed in MPA, DDP and RDMAP. */
public final class IwarpRules {
  private static final RuleList RULES = new RuleList();

  /** The MPA start-up frame contradicts itself. */
  public static final Rule BAD_START_UP = RULES.error("mpa.bad-start-up", "RFC 5044 section 7.1");

  /**
   * The MPA revision is undefined, or the revision of the Reply is higher than that of the Request.
   */
  public static final Rule BAD_REVISION =
      RULES.warning("mpa.bad-revision", "RFC 5044 section 7.1.1, RFC 6581 section 6");

  /** The connection starts with two MPA Requests or two Replies instead of one of each. */
  public static final Rule START_UP_ORDER =
      RULES.error("mpa.start-up-order", "RFC 5044 section 7.1");

  /** The responder rejected the connection. */
  public static final Rule REJECTED = RULES.warning("mpa.rejected", "RFC 5044 section 7.1.2");

  /** The CRC does not match the FPDU. */
  public static final Rule BAD_CRC = RULES.error("mpa.crc-mismatch", "RFC 5044 section 4.4");

  /** A marker does not point to the start of its FPDU. */
  public static final Rule BAD_MARKER = RULES.error("mpa.bad-marker", "RFC 5044 section 4.3");

  /** rdmadump did not know for a while where FPDUs begin. */
  public static final Rule LOST_FRAMING = RULES.warning("mpa.lost-framing", "RFC 5044 section 6");

  /** The FPDU is too short for its headers. */
  public static final Rule TOO_SHORT = RULES.error("ddp.too-short", "RFC 5041 section 4");

  /** Bits that DDP reserves are set; receivers ignore them. */
  public static final Rule DDP_RESERVED =
      RULES.warning("ddp.reserved-bits", "RFC 5041 section 4.1");

  /** Bits that RDMAP reserves are set; receivers ignore them. */
  public static final Rule RDMAP_RESERVED =
      RULES.warning("rdmap.reserved-bits", "RFC 5040 section 4.1");

  /**
   * The DDP or RDMAP version is not 1, or the opcode must not be used with this tagged or untagged
   * segment.
   */
  public static final Rule BAD_CONTROL = RULES.error("ddp.bad-control", "RFC 5041 section 4.1");

  /** The untagged message is on the wrong queue. */
  public static final Rule BAD_QUEUE = RULES.error("ddp.bad-queue", "RFC 5040 section 4.2");

  /** The queue skips message sequence numbers (MSN): messages were not captured, or never sent. */
  public static final Rule MSN_GAP = RULES.warning("ddp.msn-gap", "RFC 5041 section 5.1.2");

  /**
   * The snap length cut the headers of messages, or of segments of one, that share a TCP segment
   * with an earlier one.
   */
  public static final Rule MESSAGES_CUT = RULES.note("ddp.messages-cut", "RFC 5041 section 5.1.2");

  /** The message sequence number (MSN) of the untagged message is below the expected one. */
  public static final Rule MSN_BACK = RULES.error("ddp.msn-back", "RFC 5041 section 7.1");

  /** The segment of an untagged message does not continue where the previous one ended. */
  public static final Rule BAD_OFFSET = RULES.error("ddp.bad-offset", "RFC 5041 section 5.2");

  /** Segments of the untagged message were not captured. */
  public static final Rule MISSING_SEGMENTS =
      RULES.warning("ddp.missing-segments", "RFC 5041 section 5.2");

  /** The opcode is not defined by any specification that rdmadump knows. */
  public static final Rule UNKNOWN_OPCODE =
      RULES.warning("rdmap.unknown-opcode", "RFC 5040 section 4.1");

  /** One side terminated the connection and says why. */
  public static final Rule TERMINATE = RULES.warning("rdmap.terminate", "RFC 5040 section 4.8");

  /** The RDMA Read Request gets no data, because one side terminated the connection. */
  public static final Rule READ_REFUSED =
      RULES.warning("rdmap.read-refused", "RFC 5040 section 4.8");

  /**
   * The message carries Immediate Data, eight bytes for the receiving program. RPC-over-RDMA does
   * not use it.
   */
  public static final Rule IMMEDIATE_DATA =
      RULES.note("rdmap.immediate-data", "RFC 7306 section 6");

  /** An atomic operation changed memory. RPC-over-RDMA does not use atomic operations. */
  public static final Rule ATOMIC = RULES.note("rdmap.atomic", "RFC 7306 section 5");

  /** No captured Atomic Request matches the Atomic Response. */
  public static final Rule STRAY_ATOMIC_RESPONSE =
      RULES.warning("rdmap.stray-atomic-response", "RFC 7306 section 5");

  /** No captured Read Request matches the Read Response, or the response goes beyond it. */
  public static final Rule STRAY_RESPONSE =
      RULES.warning("rdmap.stray-response", "RFC 5040 section 5.2.2");

  /** The Read Response ends before it has all the bytes of its request. */
  public static final Rule SHORT_RESPONSE =
      RULES.error("rdmap.short-response", "RFC 5040 section 5.2.2");

  private IwarpRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
