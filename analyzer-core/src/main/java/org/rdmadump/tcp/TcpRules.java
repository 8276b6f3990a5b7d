package org.rdmadump.tcp;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be noticed in TCP segments and the streams that they carry. */
public final class TcpRules {
  /** The IP packet ends inside of its TCP header. */
  public static final Rule SHORT_HEADER =
      new Rule("tcp.short-header", Severity.ERROR, "RFC 9293 section 3.1");

  /** The data offset is below 5, or more than the packet has. */
  public static final Rule HEADER_LENGTH =
      new Rule("tcp.header-length", Severity.ERROR, "RFC 9293 section 3.1");

  /** Bytes of a stream were sent again. */
  public static final Rule RETRANSMISSION =
      new Rule("tcp.retransmission", Severity.NOTE, "RFC 9293 section 3.8");

  /** A segment came before one that precedes it in the stream. */
  public static final Rule OUT_OF_ORDER =
      new Rule("tcp.out-of-order", Severity.NOTE, "RFC 9293 section 3.4");

  /** Bytes that came again have other values; the first copy counts. */
  public static final Rule OVERLAP_DIFFERS =
      new Rule("tcp.overlap-differs", Severity.ERROR, "RFC 9293 section 3.10.7.4");

  /** Bytes of a stream were not captured. */
  public static final Rule HOLE = new Rule("tcp.hole", Severity.WARNING, "RFC 9293 section 3.4");

  /** Bytes were acknowledged that are far beyond all that was seen; it is not believed. */
  public static final Rule FAR_ACKNOWLEDGEMENT =
      new Rule("tcp.far-acknowledgement", Severity.WARNING, "RFC 9293 section 3.10.7.4");

  /** A segment is far from all of its stream that was seen; it is left out. */
  public static final Rule FAR_SEGMENT =
      new Rule("tcp.far-segment", Severity.WARNING, "RFC 9293 section 3.10.7.4");

  /** A RST precedes what its receiver has acknowledged, which therefore ignores it. */
  public static final Rule STALE_RESET =
      new Rule("tcp.stale-reset", Severity.NOTE, "RFC 9293 section 3.10.7.4");

  /** The SYN of a connection that is over is there again: it was captured more than once. */
  public static final Rule REPEATED_CONNECTION =
      new Rule("tcp.repeated-connection", Severity.WARNING, "RFC 9293 section 3.4.1");

  private TcpRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return List.of(
        SHORT_HEADER,
        HEADER_LENGTH,
        RETRANSMISSION,
        OUT_OF_ORDER,
        OVERLAP_DIFFERS,
        HOLE,
        FAR_ACKNOWLEDGEMENT,
        FAR_SEGMENT,
        REPEATED_CONNECTION,
        STALE_RESET);
  }
}
