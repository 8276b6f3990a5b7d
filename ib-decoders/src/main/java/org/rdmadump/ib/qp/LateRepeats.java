package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;

/**
 * Packets in a row that came again when their message was handed out: no message can tell of them.
 */
final class LateRepeats {
  private final Flow flow;
  private @Nullable Finding first;
  private int firstPsn;

  /** Whether the first was acknowledged before. */
  private boolean behind;

  private int lastPsn;
  private int count;

  LateRepeats(Flow flow) {
    this.flow = flow;
  }

  /** Takes a packet that came again. */
  void add(TransportPacket packet) {
    if (count == 0) {
      behind = flow.wasAcknowledged(packet.psn());
      first = Flow.finding(IbRules.PSN_REPEAT, packet, "");
      firstPsn = packet.psn();
    }
    lastPsn = packet.psn();
    count++;
  }

  /** Tells of those in a row, behind which there is something else. */
  void tell() {
    Finding begin = first;
    if (begin == null) {
      return;
    }
    flow.note(
        new Finding(
            begin.rule(),
            begin.frame(),
            begin.offset(),
            Counted.of(count, "packet")
                + (behind
                    ? " sent again behind the acknowledgement, "
                    : " sent again, not acknowledged, when the message was told already, ")
                + (count == 1
                    ? "PSN " + firstPsn
                    : "the first with PSN " + firstPsn + ", the last with PSN " + lastPsn)));
    first = null;
    count = 0;
  }
}
