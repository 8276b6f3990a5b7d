package org.rdmadump.tcp;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be noticed in TCP segments and the streams that they carry. */
public final class TcpRules {
  private static final RuleList RULES = new RuleList();

  /** The IP packet ends inside its TCP header. */
  public static final Rule SHORT_HEADER = RULES.error("tcp.short-header", "RFC 9293 section 3.1");

  /** The data offset is below 5, or exceeds the packet. */
  public static final Rule HEADER_LENGTH = RULES.error("tcp.header-length", "RFC 9293 section 3.1");

  /**
   * The segment was damaged on the way, as its checksum tells. Its receiver drops it, and so does
   * rdmadump; its bytes count only if no others come.
   */
  public static final Rule CHECKSUM = RULES.error("tcp.checksum", "RFC 9293 section 3.1");

  /** Bytes of the stream were retransmitted. */
  public static final Rule RETRANSMISSION =
      RULES.note("tcp.retransmission", "RFC 9293 section 3.8");

  /** The segment arrived before an earlier segment of the stream. */
  public static final Rule OUT_OF_ORDER = RULES.note("tcp.out-of-order", "RFC 9293 section 3.4");

  /**
   * Retransmitted bytes differ from the first copy. The first copy counts, unless only the other
   * one consists of whole FPDUs.
   */
  public static final Rule OVERLAP_DIFFERS =
      RULES.error("tcp.overlap-differs", "RFC 9293 section 3.10.7.4");

  /** Bytes of the stream were not captured. */
  public static final Rule HOLE = RULES.warning("tcp.hole", "RFC 9293 section 3.4");

  /**
   * The acknowledgement number is far beyond every byte seen in the stream; rdmadump ignores it.
   */
  public static final Rule FAR_ACKNOWLEDGEMENT =
      RULES.warning("tcp.far-acknowledgement", "RFC 9293 section 3.10.7.4");

  /** The segment is far from every byte seen in its stream; rdmadump leaves it out. */
  public static final Rule FAR_SEGMENT =
      RULES.warning("tcp.far-segment", "RFC 9293 section 3.10.7.4");

  /**
   * The sequence number of the RST is below what its receiver has acknowledged, so the receiver
   * ignores the RST.
   */
  public static final Rule STALE_RESET = RULES.note("tcp.stale-reset", "RFC 9293 section 3.10.7.4");

  /**
   * The SYN of a closed connection appears again: its packets were captured more than once. The
   * copies are left out.
   */
  public static final Rule REPEATED_CONNECTION =
      RULES.warning("tcp.repeated-connection", "RFC 9293 section 3.4.1");

  private TcpRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
