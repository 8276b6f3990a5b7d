package org.rdmadump.analysis.check;

import java.util.Optional;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/**
 * Recognises a connection whose packets one interface shows twice, as a mirror of two ports does:
 * nearly every packet of both sides with payload is repeated, with nothing new, and nothing tells
 * of a loss. Where packets are lost, some are early or refused.
 */
final class CopiesReview {
  /** Fewer repeats may be chance. */
  private static final long ENOUGH = 6;

  /** Of packets with payload: four of five are repeated, so that there are nine. */
  private static final double NEARLY_HALF = 4 / 9.0;

  private CopiesReview() {}

  /** {@return the finding about a connection that ended, if its packets are there twice} */
  static Optional<Finding> judge(ConnectionRecord connection) {
    TrafficCounters client = connection.traffic(Direction.FORWARD);
    TrafficCounters server = connection.traffic(Direction.BACKWARD);
    if (!isRepeatedWithoutLoss(client) || !isRepeatedWithoutLoss(server)) {
      return Optional.empty();
    }
    long repeats = client.copies() + server.copies();
    return Optional.of(
        Finding.inFrame(
            CaptureRules.PACKETS_TWICE,
            Math.min(client.firstRepeat(), server.firstRepeat()),
            repeats
                + " of "
                + Counted.of(client.packets() + server.packets(), "packet")
                + " repeat others, from both sides and without a loss: the capture probably shows"
                + " each packet twice"));
  }

  private static boolean isRepeatedWithoutLoss(TrafficCounters sent) {
    return sent.copies() >= ENOUGH
        && sent.copies() >= NEARLY_HALF * sent.dataPackets()
        && sent.refusals().isEmpty()
        && sent.notReadyCount() == 0
        && sent.outOfOrder() == 0
        && sent.missingBytes() == 0;
  }
}
