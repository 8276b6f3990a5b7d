package org.rdmadump.analysis.ends;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * On whose side hosts are. Of two hosts, packets from the one on A's side reach B later than A. So
 * B's clock less A's shows more for them than for those that go the other way at about the same
 * time, whatever the clocks are.
 */
final class HostSides {
  private final Map<Long, Pair> pairs = new HashMap<>();

  /** Notes a packet that both captures show; in the order of time. */
  void note(long source, long destination, long delta) {
    boolean isUp = source <= destination;
    Pair pair =
        pairs.computeIfAbsent(key(source, destination), any -> new Pair(source, destination));
    pair.note(isUp, delta);
  }

  private static long key(long source, long destination) {
    return KeyHash.of(Math.min(source, destination), Math.max(source, destination));
  }

  /** {@return whether the sender is on A's side; empty if no packet of the two was in both} */
  Optional<Boolean> isAtA(long source, long destination) {
    Pair pair = pairs.get(key(source, destination));
    return pair == null
        ? Optional.empty()
        : Optional.of(pair.isLowerAtA() == source <= destination);
  }

  /** {@return hosts on one side} */
  List<Long> hostsAt(Tap tap) {
    List<Long> hosts = new ArrayList<>();
    for (Pair each : pairs.values()) {
      hosts.add(each.isLowerAtA() == (tap == Tap.A) ? each.lower : each.upper);
    }
    return hosts.stream().distinct().toList();
  }

  private static final class Pair {
    private final long lower;
    private final long upper;
    private long upDelta;
    private long downDelta;
    private boolean hasUp;
    private boolean hasDown;
    private long votes;

    Pair(long one, long other) {
      lower = Math.min(one, other);
      upper = Math.max(one, other);
    }

    void note(boolean isUp, long delta) {
      if (isUp) {
        upDelta = delta;
        hasUp = true;
      } else {
        downDelta = delta;
        hasDown = true;
      }
      if (hasUp && hasDown) {
        votes += Long.signum(upDelta - downDelta);
      }
    }

    boolean isLowerAtA() {
      return votes >= 0;
    }
  }
}
