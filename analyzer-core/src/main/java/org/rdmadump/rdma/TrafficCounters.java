package org.rdmadump.rdma;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one side of a connection sent, counted below the messages, and what it was told of it. Every
 * transport counts what it has: packets are those of InfiniBand, or segments of TCP.
 *
 * <p>Mutable, and alive as long as its connection; whoever keeps numbers copies them.
 */
public final class TrafficCounters {
  private long packets;
  private long bytes;
  private long dataPackets;
  private long firstFrame;
  private long firstNanos;
  private long lastFrame;
  private long lastNanos;
  private long earliestNanos = Long.MAX_VALUE;
  private long latestNanos = Long.MIN_VALUE;

  /** Of the last packet with payload that is not known to be sent again. */
  private long newFrame;

  private long newNanos;

  /** Of the one before it, as it is found out only later that a packet was sent again. */
  private long olderFrame;

  private long olderNanos;

  /** What went wrong; made when something does, as on most connections nothing. */
  private @Nullable Trouble trouble;

  /** When packets were captured, if somebody asked for that. */
  private @Nullable PacketTimes times;

  private static final class Trouble {
    private long retransmitted;
    private long retransmittedBytes;
    private long inPart;
    private long duplicates;
    private long outOfOrder;
    private long missingBytes;
    private long notReady;
    private long congestionNotifications;
    private long congestionMarks;
    private long firstRepeat;
    private Map<String, Long> refusals = Map.of();
    private Map<RepeatCause, Long> bursts = Map.of();
  }

  /** Nothing; only read. */
  private static final Trouble NONE = new Trouble();

  /** All zero. */
  public TrafficCounters() {}

  /**
   * Counts a packet.
   *
   * @param payload bytes of what it carries, on the wire
   * @param frame 1-based number of its frame
   * @param nanos time of its frame
   */
  public void packet(int payload, long frame, long nanos) {
    packets(1, payload, frame, nanos);
  }

  /**
   * Counts packets that follow one that was counted, or one.
   *
   * @param count how many
   * @param payload bytes of what they carry, on the wire
   * @param frame 1-based number of the last one's frame
   * @param nanos time of that frame
   */
  public void packets(int count, long payload, long frame, long nanos) {
    if (packets == 0) {
      firstFrame = frame;
      firstNanos = nanos;
    }
    packets += count;
    bytes += payload;
    lastFrame = frame;
    lastNanos = nanos;
    earliestNanos = Math.min(earliestNanos, nanos);
    latestNanos = Math.max(latestNanos, nanos);
    PacketTimes known = times;
    if (known != null) {
      known.packets(count, payload, nanos);
    }
    if (payload > 0) {
      dataPackets += count;
      olderFrame = newFrame;
      olderNanos = newNanos;
      newFrame = frame;
      newNanos = nanos;
    }
  }

  /**
   * {@return when packets are captured, in parts of the time} What was counted before this was
   * asked first is of the latest of these packets.
   *
   * @param origin time from which parts are counted, if this was not asked before
   * @param nanos length of a part, above 0; likewise
   */
  public PacketTimes times(long origin, long nanos) {
    PacketTimes known = times;
    if (known == null) {
      known = new PacketTimes(origin, nanos);
      if (packets > 0) {
        known.packets(packets, bytes, lastNanos);
        known.retransmitted(retransmitted(), lastNanos);
      }
      times = known;
    }
    return known;
  }

  /** What went wrong so far, to read. */
  private Trouble known() {
    Trouble known = trouble;
    return known == null ? NONE : known;
  }

  private Trouble trouble() {
    Trouble known = trouble;
    if (known == null) {
      known = new Trouble();
      trouble = known;
    }
    return known;
  }

  /**
   * Counts packets that were sent before, the last one that was counted among them if it has
   * payload.
   *
   * @param count how many
   * @param payload their bytes
   * @param taken whether the receiver had acknowledged them, so that it drops them
   */
  public void retransmitted(int count, long payload, boolean taken) {
    Trouble known = trouble();
    if (known.retransmitted == 0) {
      known.firstRepeat = lastFrame;
    }
    known.retransmitted += count;
    known.retransmittedBytes += payload;
    if (payload > 0) {
      newFrame = olderFrame;
      newNanos = olderNanos;
    }
    if (taken) {
      known.duplicates += count;
    }
    PacketTimes when = times;
    if (when != null) {
      when.retransmitted(count, lastNanos);
    }
  }

  /** Says that the packet that was counted as retransmitted last has new bytes, too. */
  public void retransmittedInPart() {
    trouble().inPart++;
  }

  /** Counts a burst: retransmitted packets in a row, for one cause. */
  public void burst(RepeatCause cause) {
    Trouble known = trouble();
    if (known.bursts.isEmpty()) {
      known.bursts = new EnumMap<>(RepeatCause.class);
    }
    known.bursts.put(cause, known.bursts.getOrDefault(cause, 0L) + 1);
  }

  /** Counts packets that came ahead of others. */
  public void outOfOrder(long count) {
    trouble().outOfOrder += count;
  }

  /** Counts bytes that are known to have been sent and were not captured. */
  public void missing(long count) {
    trouble().missingBytes += count;
  }

  /** Counts a refusal of what this side sent, by its code in words. */
  public void refused(String code) {
    Trouble known = trouble();
    if (known.refusals.isEmpty()) {
      known.refusals = new TreeMap<>();
    }
    known.refusals.put(code, 1 + known.refusals.getOrDefault(code, 0L));
  }

  /** Counts that the receiver was not ready for what this side sent. */
  public void notReady() {
    trouble().notReady++;
  }

  /** Counts that this side was told of congestion. */
  public void congestionNotified() {
    trouble().congestionNotifications++;
  }

  /** Counts a packet that met congestion on its way. */
  public void congestionMarked() {
    trouble().congestionMarks++;
  }

  /** Packets with payload, retransmissions included. */
  public long dataPackets() {
    return dataPackets;
  }

  /** Packets that met congestion on their way, by the ECN field of IP. */
  public long congestionMarks() {
    return known().congestionMarks;
  }

  /** Frame of the first packet of which the capture holds an earlier copy, 0 if there is none. */
  public long firstRepeat() {
    return known().firstRepeat;
  }

  /** Packets, those without payload and retransmissions included. */
  public long packets() {
    return packets;
  }

  /** Bytes of what they carried, retransmissions included. */
  public long bytes() {
    return bytes;
  }

  /** Frame of the first one, 0 if there is none. */
  public long firstFrame() {
    return firstFrame;
  }

  /** Time of that frame. */
  public long firstNanos() {
    return firstNanos;
  }

  /** Frame of the last one, 0 if there is none. */
  public long lastFrame() {
    return lastFrame;
  }

  /** Time of that frame. */
  public long lastNanos() {
    return lastNanos;
  }

  /** From the earliest to the latest, which differ from the first and last if a clock was set. */
  public long durationNanos() {
    return packets == 0 ? 0 : latestNanos - earliestNanos;
  }

  /** Frame of the last one with payload that was not sent before, 0 if there is none. */
  public long lastNewFrame() {
    return newFrame;
  }

  /** Time of that frame. */
  public long lastNewNanos() {
    return newNanos;
  }

  /** Packets of which the capture holds an earlier copy. */
  public long retransmitted() {
    return known().retransmitted;
  }

  /** Those of them that brought nothing new. */
  public long copies() {
    return known().retransmitted - known().inPart;
  }

  /** The bytes of the retransmitted ones. */
  public long retransmittedBytes() {
    return known().retransmittedBytes;
  }

  /**
   * Those of the retransmitted ones that the receiver had acknowledged before: it did not need
   * them.
   */
  public long duplicates() {
    return known().duplicates;
  }

  /** How often retransmissions began without a refusal that asked for it. */
  public long timeouts() {
    return bursts().getOrDefault(RepeatCause.TIMEOUT, 0L);
  }

  /**
   * How often retransmissions began, by its cause; causes without any are left out. Responses that
   * were retransmitted belong to the bursts of the side that asked for them again.
   */
  public Map<RepeatCause, Long> bursts() {
    Trouble known = trouble;
    return known == null ? Map.of() : known.bursts;
  }

  /** Packets ahead of one that was missing then. */
  public long outOfOrder() {
    return known().outOfOrder;
  }

  /** Bytes of holes: sent, and in no captured packet. */
  public long missingBytes() {
    return known().missingBytes;
  }

  /** RNR NAKs. */
  public long notReadyCount() {
    return known().notReady;
  }

  /** Congestion notifications that it was sent. */
  public long congestionNotifications() {
    return known().congestionNotifications;
  }

  /** Refusals by their code in words; empty if there was none. */
  public Map<String, Long> refusals() {
    return known().refusals;
  }
}
