package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;

/**
 * Packets in a row that came again when their message was handed out: no message can tell of them.
 */
final class LateRepeats {
  private @Nullable Finding first;
  private int firstPsn;

  /** Whether the first was acknowledged before. */
  private boolean behind;

  private int lastPsn;
  private int count;

  /**
   * Takes a packet that came again.
   *
   * @param acknowledged whether an acknowledgement of it was seen
   */
  void add(TransportPacket packet, boolean acknowledged) {
    if (count == 0) {
      behind = acknowledged;
      first = packet.finding(IbRules.PSN_REPEAT, "");
      firstPsn = packet.psn();
    }
    lastPsn = packet.psn();
    count++;
  }

  /** What is to be told of those in a row, behind which there is something else; it begins anew. */
  @Nullable Finding take() {
    Finding begin = first;
    if (begin == null) {
      return null;
    }
    Finding all =
        new Finding(
            begin.rule(),
            begin.frame(),
            begin.offset(),
            Counted.of(count, "packet")
                + (behind
                    ? " retransmitted after the acknowledgement, "
                    : " retransmitted, not acknowledged, after the message was reported, ")
                + (count == 1
                    ? "PSN " + firstPsn
                    : "the first with PSN " + firstPsn + ", the last with PSN " + lastPsn));
    first = null;
    count = 0;
    return all;
  }
}
