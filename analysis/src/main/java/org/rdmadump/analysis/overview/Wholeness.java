package org.rdmadump.analysis.overview;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/**
 * Whether a capture holds all that went over its connections.
 *
 * @param readToEnd whether it could be read to its end
 * @param begunBefore connections whose beginning is not in it
 * @param openAtEnd connections that were there when it ended
 * @param cutAt bytes that the first cut frame has; empty if the snap length cut none
 * @param incomplete messages with missing bytes, for whatever reason
 * @param missing findings that tell of packets that were sent and not captured, by rule; not those
 *     of replies that a later finding shows were never sent
 * @param evictions what rdmadump gave up for a limit of its own, by table
 * @param dropped packets that were lost while capturing; empty if the capture does not tell
 */
public record Wholeness(
    boolean readToEnd,
    int begunBefore,
    int openAtEnd,
    OptionalInt cutAt,
    long incomplete,
    Map<String, Long> missing,
    Map<String, Long> evictions,
    OptionalLong dropped) {
  /** Rules whose findings tell of packets that were sent and are not in the capture. */
  static final Set<String> MISSING =
      Set.of(
          "bth.psn-gap",
          "bth.psn-not-captured",
          "ddp.missing-segments",
          "ddp.msn-gap",
          "ipv4.fragment",
          "ipv6.fragment",
          "mpa.lost-framing",
          "nvme.response-not-captured",
          "rpc.message-not-captured",
          "rpcrdma.advertisement-not-captured",
          "rpcrdma.call-not-captured",
          "rpcrdma.reply-not-captured",
          "rpcrdma.send-without-header",
          "tcp.hole");

  /** Rules whose findings tell of packets that are damaged in the capture, or were on their way. */
  public static final Set<String> DAMAGED = Set.of("icrc.mismatch", "tcp.checksum");

  static Wholeness of(
      CaptureSummary summary,
      List<ConnectionRecord> connections,
      Collection<FoldedFindings.OfRule> findings,
      long neverSent,
      boolean readToEnd,
      OptionalLong dropped) {
    int begunBefore = 0;
    int openAtEnd = 0;
    for (ConnectionRecord each : connections) {
      begunBefore += each.isSeenFromStart() ? 0 : 1;
      Optional<ConnectionEnd> end = each.end();
      openAtEnd += end.isEmpty() || end.get().how() == ConnectionEnd.How.CAPTURE_END ? 1 : 0;
    }
    Map<String, Long> missing = new TreeMap<>(summary.rules());
    missing.keySet().retainAll(MISSING);
    missing.computeIfPresent(
        RpcRdmaRules.REPLY_NOT_CAPTURED.name(),
        (rule, replies) -> replies > neverSent ? Long.valueOf(replies - neverSent) : null);
    OptionalInt cutAt = OptionalInt.empty();
    for (FoldedFindings.OfRule each : findings) {
      if (each.rule().equals(CaptureRules.FRAMES_CUT)) {
        cutAt = OptionalInt.of(each.first().get(0).finding().offset());
      }
    }
    return new Wholeness(
        readToEnd,
        begunBefore,
        openAtEnd,
        cutAt,
        summary.incomplete(),
        missing,
        summary.evictions(),
        dropped);
  }

  /**
   * {@return whether what is missing shows by messages only, of frames that are cut: then it may be
   * there}
   */
  public boolean missesMessagesOnly() {
    return cutAt.isPresent() && missing.keySet().stream().allMatch(each -> each.startsWith("rpc"));
  }

  /** {@return whether nothing shows that something is not there} */
  public boolean isWhole() {
    return readToEnd
        && begunBefore == 0
        && cutAt.isEmpty()
        && missing.isEmpty()
        && evictions.isEmpty()
        && dropped.orElse(0) == 0;
  }
}
