package org.rdmadump.iwarp.stream;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.tcp.TcpConnection;
import org.rdmadump.tcp.TcpRules;
import org.rdmadump.tcp.TcpSegment;

/** How a connection ended, by the first sign of that, and what comes of it behind its end. */
final class IwarpEnd {
  private final TcpConnection tcp;
  private final FindingSink findings;
  private Optional<ConnectionEnd> how = Optional.empty();

  /** Whether the connection is in the capture again. */
  private boolean isAgain;

  /**
   * A connection that has not ended.
   *
   * @param findings takes what is wrong behind its end
   */
  IwarpEnd(TcpConnection tcp, FindingSink findings) {
    this.tcp = tcp;
    this.findings = findings;
  }

  /** How it ended, if it did. */
  Optional<ConnectionEnd> how() {
    return how;
  }

  /** Notes the first sign of the end. */
  void note(ConnectionEnd.How sign, int side, String reason, long frame, long nanos) {
    if (how.isEmpty()) {
      how = Optional.of(new ConnectionEnd(sign, OptionalInt.of(side), reason, frame, nanos));
    }
  }

  /** Notes a segment that is a sign. */
  void note(TcpSegment segment, int side) {
    if (segment.isFin() || segment.isRst()) {
      ConnectionEnd.How sign = segment.isFin() ? ConnectionEnd.How.FIN : ConnectionEnd.How.RST;
      note(sign, side, "", segment.frameNumber(), segment.epochNanos());
    }
  }

  /** Forgets a sign that is none: a RST or FIN from elsewhere in the stream. */
  void verify() {
    if (how.isPresent() && !holds(how.get())) {
      how = Optional.empty();
    }
  }

  private boolean holds(ConnectionEnd sign) {
    return switch (sign.how()) {
      case FIN -> tcp.isClosing(sign.side().getAsInt());
      case RST -> tcp.isBrokenOff();
      default -> true;
    };
  }

  /**
   * Takes a segment that is not decoded because the connection is over.
   *
   * @param traffic counts what its side sends
   */
  void leftOut(TcpSegment segment, int side, TrafficCounters traffic) {
    int length = segment.payloadLength();
    if (segment.isSyn() && !segment.isAck()) {
      isAgain = true;
      tell(
          TcpRules.REPEATED_CONNECTION,
          segment,
          "a closed connection began with the same sequence number; left out");
    } else if (!isAgain && !segment.isSyn() && length == 0) {
      // The last acknowledgement, of the last FIN.
      traffic.packet(0, segment.frameNumber(), segment.epochNanos());
    } else if (!isAgain && length > 0 && tcp.isRepeat(segment, side)) {
      traffic.packet(length, segment.frameNumber(), segment.epochNanos());
      traffic.retransmitted(1, length, /* taken= */ true);
      tell(
          TcpRules.RETRANSMISSION,
          segment,
          length + " bytes of the stream were retransmitted after the connection was over");
    }
  }

  private void tell(Rule rule, TcpSegment segment, String what) {
    findings.accept(Finding.inFrame(rule, segment.frameNumber(), what));
  }
}
