package org.rdmadump.tcp;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be noticed in TCP segments and the streams that they carry. */
public final class TcpRules {
  private static final RuleList RULES = new RuleList();

  /** The IP packet ends inside of its TCP header. */
  public static final Rule SHORT_HEADER = RULES.error("tcp.short-header", "RFC 9293 section 3.1");

  /** The data offset is below 5, or more than the packet has. */
  public static final Rule HEADER_LENGTH = RULES.error("tcp.header-length", "RFC 9293 section 3.1");

  /** Bytes of a stream were sent again. */
  public static final Rule RETRANSMISSION =
      RULES.note("tcp.retransmission", "RFC 9293 section 3.8");

  /** A segment came before one that precedes it in the stream. */
  public static final Rule OUT_OF_ORDER = RULES.note("tcp.out-of-order", "RFC 9293 section 3.4");

  /** Bytes that came again have other values; the first copy counts. */
  public static final Rule OVERLAP_DIFFERS =
      RULES.error("tcp.overlap-differs", "RFC 9293 section 3.10.7.4");

  /** Bytes of a stream were not captured. */
  public static final Rule HOLE = RULES.warning("tcp.hole", "RFC 9293 section 3.4");

  /** Bytes were acknowledged that are far beyond all that was seen; it is not believed. */
  public static final Rule FAR_ACKNOWLEDGEMENT =
      RULES.warning("tcp.far-acknowledgement", "RFC 9293 section 3.10.7.4");

  /** A segment is far from all of its stream that was seen; it is left out. */
  public static final Rule FAR_SEGMENT =
      RULES.warning("tcp.far-segment", "RFC 9293 section 3.10.7.4");

  /** A RST precedes what its receiver has acknowledged, which therefore ignores it. */
  public static final Rule STALE_RESET = RULES.note("tcp.stale-reset", "RFC 9293 section 3.10.7.4");

  /** The SYN of a connection that is over is there again: it was captured more than once. */
  public static final Rule REPEATED_CONNECTION =
      RULES.warning("tcp.repeated-connection", "RFC 9293 section 3.4.1");

  private TcpRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
