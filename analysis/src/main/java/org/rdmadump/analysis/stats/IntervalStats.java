package org.rdmadump.analysis.stats;

import java.util.OptionalLong;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.MovedBytes;
import org.rdmadump.rpcrdma.RpcMessage;

/** What went over a connection in a part of the time. */
public final class IntervalStats {
  private final int connection;
  private final MovedBytes bytes = new MovedBytes();
  private long calls;
  private long replies;
  private long failed;
  private long latencies;
  private long latencySum;
  private long latencyMost;
  private long packets;
  private long packetBytes;
  private long retransmitted;
  private OptionalLong granted = OptionalLong.empty();
  private int mostInFlight;
  private int inFlightBehind;
  private boolean silent;

  /** Whether credits were looked at in this part of the time. */
  private boolean sampled;

  IntervalStats(int connection) {
    this.connection = connection;
  }

  /** A row of a part of the time in which nothing went over its connection. */
  static IntervalStats silence(IntervalStats before) {
    IntervalStats silence = new IntervalStats(before.connection);
    silence.silent = true;
    silence.granted = before.granted;
    silence.mostInFlight = before.inFlightBehind;
    silence.inFlightBehind = before.inFlightBehind;
    return silence;
  }

  /** Says that credits are as they were before, unless they were looked at. */
  void follows(IntervalStats before) {
    if (!sampled) {
      granted = before.granted;
      mostInFlight = before.inFlightBehind;
      inFlightBehind = before.inFlightBehind;
    }
  }

  void call(RpcMessage call) {
    calls++;
    moved(call);
  }

  void reply(RpcMessage reply, OptionalLong latency, boolean wentWrong) {
    replies++;
    failed += wentWrong ? 1 : 0;
    if (latency.isPresent()) {
      latencies++;
      latencySum = Durations.sum(latencySum, latency.getAsLong());
      latencyMost = Math.max(latencyMost, latency.getAsLong());
    }
    moved(reply);
  }

  /** Counts an RDMA_ERROR, which is no reply. */
  void refused() {
    failed++;
  }

  private void moved(RpcMessage message) {
    bytes.add(message, message.stream().length());
  }

  void traffic(long somePackets, long someBytes, long someRetransmitted) {
    packets += somePackets;
    packetBytes += someBytes;
    retransmitted += someRetransmitted;
  }

  void credits(CreditUse credits, int inFlight) {
    sampled = true;
    granted = credits.isGrantSeen() ? OptionalLong.of(credits.granted()) : OptionalLong.empty();
    mostInFlight = Math.max(mostInFlight, inFlight);
    inFlightBehind = credits.inFlight();
  }

  /** Takes over the part of the time behind this one. */
  void append(IntervalStats next) {
    calls += next.calls;
    replies += next.replies;
    failed += next.failed;
    latencies += next.latencies;
    latencySum = Durations.sum(latencySum, next.latencySum);
    latencyMost = Math.max(latencyMost, next.latencyMost);
    traffic(next.packets, next.packetBytes, next.retransmitted);
    granted = next.granted.isPresent() ? next.granted : granted;
    mostInFlight = Math.max(mostInFlight, next.mostInFlight);
    inFlightBehind = next.sampled ? next.inFlightBehind : inFlightBehind;
    sampled |= next.sampled;
    bytes.add(next.bytes);
  }

  /** {@return 1-based index of the connection} */
  public int connection() {
    return connection;
  }

  /** {@return whether it stands for a part of the time without a message} */
  public boolean isSilent() {
    return silent;
  }

  /** {@return calls, by the time of each, that of its Send} */
  public long calls() {
    return calls;
  }

  /** {@return replies, likewise} */
  public long replies() {
    return replies;
  }

  /** {@return replies that say that the call failed, RDMA_ERROR included} */
  public long failed() {
    return failed;
  }

  /** {@return mean latency of the replies that have one; empty if none has} */
  public OptionalLong latencyMean() {
    return latencies == 0 ? OptionalLong.empty() : OptionalLong.of(latencySum / latencies);
  }

  /** {@return greatest latency of the replies; empty if none has one} */
  public OptionalLong latencyMost() {
    return latencies == 0 ? OptionalLong.empty() : OptionalLong.of(latencyMost);
  }

  /** {@return bytes of messages that travelled one way} */
  public long bytes(MovedBy movedBy) {
    return bytes.by(movedBy);
  }

  /** {@return packets of both directions} */
  public long packets() {
    return packets;
  }

  /** {@return bytes that they carried} */
  public long packetBytes() {
    return packetBytes;
  }

  /** {@return packets that were sent before} */
  public long retransmitted() {
    return retransmitted;
  }

  /** {@return credits that the last reply granted the client; empty if none did so far} */
  public OptionalLong granted() {
    return granted;
  }

  /** {@return the most calls of the client that waited at once} */
  public int mostInFlight() {
    return mostInFlight;
  }
}
