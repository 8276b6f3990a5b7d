package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Latencies against the client's {@code rtt}.
 *
 * <p>The client counts from before it hands the call to its device until its worker thread takes up
 * the reply; a capture can only see what is between the call's first packet and the reply's last
 * one. Where the two differ by more than 3 ms and a tenth, nothing is merely tolerated: the
 * client's own trace events, which are of the packets' clock, must lie around the packets, its
 * clock must have run no longer than between them and no shorter than between the packets, and a
 * second look at the capture, for the XID alone, must find the packets that the decoder counted
 * from and to.
 */
final class LatencyCheck {
  /** The client's events stand a little away from where it takes the times of its rtt. */
  private static final long EVENT_TO_CLOCK = 500_000L;

  /** Calls whose first copy was dropped before the capture point, so that a timeout passed. */
  private static final Map<String, Set<Integer>> RETRANSMITTED =
      Map.of(
          "rocev2-nfs41-loss",
          Set.of(0xcd3b6751, 0xe33b6751),
          "iwarp-nfs41-loss",
          Set.of(0x6ada13e2),
          "iwarp-nfs41-gso-loss",
          Set.of(0x8038a507, 0x8c38a507, 0xa238a507));

  private LatencyCheck() {}

  /** Every pair whose time is known to the client, the decoder and the wire. */
  static List<PairLatency> pairs(TracedCapture traced) {
    List<PairLatency> pairs = new ArrayList<>();
    for (RpcMessage reply : traced.decoded().replies(Direction.BACKWARD)) {
      int xid = reply.header().xid();
      TracedLatency latency = traced.trace().latencies().get(xid);
      List<TracedCall> sent = traced.calls().get(xid);
      Long processed = traced.trace().replies().get(xid);
      if (latency != null && sent != null && sent.size() == 1 && processed != null) {
        long first = firstPacket(traced, xid, reply.destination().address());
        long last = traced.wire().epochNanos(reply.sendFrame());
        pairs.add(
            new PairLatency(
                xid,
                latency.rttNanos(),
                first - sent.get(0).epochNanos(),
                last - first,
                processed - last,
                reply.rpc().orElseThrow().latencyNanos().orElse(-1)));
      }
    }
    return pairs;
  }

  /** Pairs whose latency is neither close to the client's nor explained. */
  static List<String> differences(TracedCapture traced) {
    List<String> differences = new ArrayList<>();
    Set<Integer> retransmitted = new TreeSet<>();
    for (PairLatency pair : pairs(traced)) {
      boolean right =
          pair.decoded() == pair.onWire()
              && pair.before() >= 0
              && pair.after() >= 0
              && pair.waitsShortlyAfter()
              && (pair.isClose() || isExplained(pair, traced.capture().isIwarp()));
      if (!right) {
        differences.add(TracedCapture.hex(pair.xid()) + ": " + pair);
      }
      if (pair.cause(traced.capture().isDelayed()) == LatencyCause.LOST_BEFORE_CAPTURE) {
        retransmitted.add(pair.xid());
      }
    }
    Set<Integer> expected = RETRANSMITTED.getOrDefault(traced.capture().name(), Set.of());
    if (!retransmitted.equals(expected)) {
      differences.add("waited for a timeout: expected " + expected + ", are " + retransmitted);
    }
    for (RpcMessage reply : traced.decoded().replies(Direction.BACKWARD)) {
      lastPacket(traced, reply, differences);
    }
    return differences;
  }

  /**
   * Whether the time outside of the packets makes up the difference. The client's clock starts
   * behind its marshal event and stops before its reply event; with Soft-iWARP it can be made to
   * wait in between.
   */
  private static boolean isExplained(PairLatency pair, boolean iwarp) {
    long traceSpan = pair.before() + pair.onWire() + pair.after();
    return iwarp
        ? pair.rtt() <= traceSpan + EVENT_TO_CLOCK && pair.rtt() >= pair.onWire() - EVENT_TO_CLOCK
        : Math.abs(traceSpan - pair.rtt()) <= EVENT_TO_CLOCK;
  }

  private static long firstPacket(TracedCapture traced, int xid, IpAddress client) {
    for (WireSend send : traced.wire().all()) {
      if (send.xid() == xid && send.source().equals(client)) {
        return send.epochNanos();
      }
    }
    throw new IllegalStateException("no Send with XID " + TracedCapture.hex(xid));
  }

  /** The reply ends with one of the packets that carry its XID, or behind one that begins it. */
  private static void lastPacket(TracedCapture traced, RpcMessage reply, List<String> into) {
    for (WireSend send : traced.wire().all()) {
      if (send.xid() == reply.header().xid()
          && send.source().equals(reply.source().address())
          && (send.whole()
              ? send.frame() == reply.sendFrame()
              : send.frame() < reply.sendFrame())) {
        return;
      }
    }
    into.add(
        TracedCapture.hex(reply.header().xid())
            + ": no reply's Send ends in frame "
            + reply.sendFrame());
  }
}
