package org.rdmadump.analysis.ends;

import java.util.List;
import java.util.Map;

/**
 * What became of the packets of two captures. Lists have the packets that A's side sent first,
 * those of B's side second.
 *
 * @param fromNanos from when on both captures ran, by A's clock, in nanoseconds since the epoch
 * @param toNanos until when both ran
 * @param matched packets that both have
 * @param sentAgain retransmitted packets, those behind a lost one among them
 * @param places packets by {@link PacketPlace}
 * @param delays one-way delays
 * @param lost the first of those that were lost or are missing
 * @param oneSided flows of which one capture has nothing
 * @param early packets that were placed early because too many waited
 * @param untracked packets of flows beyond the limit, which were not compared
 */
@SuppressWarnings("EnumOrdinal") // An index into tables of our own, never stored.
public record PacketReport(
    long fromNanos,
    long toNanos,
    List<Long> matched,
    List<Long> sentAgain,
    List<Map<PacketPlace, Long>> places,
    List<OneWayDelays> delays,
    List<LostPacket> lost,
    long oneSided,
    long early,
    long untracked) {
  /** {@return packets of both ways at a place} */
  public long at(PacketPlace place) {
    return at(place, Tap.A) + at(place, Tap.B);
  }

  /** {@return packets at a place that one side sent} */
  public long at(PacketPlace place, Tap sender) {
    return places.get(sender.ordinal()).getOrDefault(place, 0L);
  }

  /** {@return packets that one side sent and both have} */
  public long matched(Tap sender) {
    return matched.get(sender.ordinal());
  }

  /** {@return packets that one side retransmitted} */
  public long sentAgain(Tap sender) {
    return sentAgain.get(sender.ordinal());
  }

  /** {@return delays of the packets that one side sent} */
  public OneWayDelays delays(Tap sender) {
    return delays.get(sender.ordinal());
  }

  /** {@return packets that the network or a receiver lost} */
  public long losses() {
    long sum = 0;
    for (PacketPlace each : PacketPlace.values()) {
      sum += each.isLoss() ? at(each) : 0;
    }
    return sum;
  }

  /** {@return packets that a capture should have and has not} */
  public long missing() {
    return at(PacketPlace.MISSING_IN_A) + at(PacketPlace.MISSING_IN_B);
  }
}
