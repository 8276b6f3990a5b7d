package org.rdmadump.net;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;
import org.rdmadump.order.RecentMap;

/**
 * Fragments of IP packets that wait for others.
 *
 * <p>A fragment that lies over another one ends the packet, as RFC 8200 section 4.5 demands; of
 * IPv4 a new one begins with it, because its 16 bits of identification come round within moments on
 * a fast link, and then the old one is what will never be whole.
 */
final class Fragments {
  /** Bytes that may wait. */
  private static final int MOST_BYTES = 2 << 20;

  /** How long fragments wait, in the time of the capture; RFC 8200 section 4.5. */
  private static final long LONGEST_NANOS = 60_000_000_000L;

  /** Packets that were put together and are remembered, and fragments of each. */
  private static final int MOST_WHOLE = 1024;

  private static final int MOST_OF_WHOLE = 64;

  /** How long they are. */
  private static final long REPEATED_NANOS = 2_000_000_000L;

  /** How long a repeat waits for others: all of a packet may be captured again. */
  private static final long REPEAT_WAITS_NANOS = 100_000_000L;

  private final Map<FragmentKey, FragmentedPacket> packets = new LinkedHashMap<>();
  private final Map<FragmentKey, Whole> wholes = new RecentMap<>(MOST_WHOLE);
  private final Frame packet = new Frame();
  private int bytes;
  private long taken;
  private long used;
  private long evicted;

  /** A packet that was put together: when, and what tells its fragments from others. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Whole(long nanos, long[] fragments) {}

  /** What became of a fragment. */
  enum Result {
    /** It waits for others, or was given up. */
    HELD,
    /** It cannot be a fragment; there is a finding. */
    MALFORMED,
    /** With it all are there: see {@link Fragments#packet()}. */
    WHOLE
  }

  /** The packet that was put together last. */
  Frame packet() {
    return packet;
  }

  /** Fragments that are in no packet that was put together. */
  long unused() {
    return taken - used;
  }

  /** Packets that were given up because too much waited. */
  long evicted() {
    return evicted;
  }

  /** Takes a fragment that ends where {@code walk} says. */
  Result take(Fragment fragment, LayerWalk walk) {
    Frame frame = walk.frame();
    int length = walk.wireEnd() - fragment.data();
    if (!fragment.fits(length)) {
      Rule rule = fragment.isIpv4() ? NetRules.IPV4_FRAGMENT_LENGTH : NetRules.IPV6_FRAGMENT_LENGTH;
      String message = length + " bytes at offset " + fragment.offset();
      report(rule, frame.number(), fragment.start() - frame.offset(), message, walk.findings());
      return Result.MALFORMED;
    }
    taken++;
    giveUpOld(frame.epochNanos(), walk.findings());
    FragmentedPacket waiting = packets.remove(fragment.key());
    int captured = Math.min(length, walk.capturedEnd() - fragment.data());
    boolean repeat = isRepeat(fragment, frame, length, captured);
    if (waiting != null && isOver(waiting, frame.epochNanos(), repeat)) {
      giveUp(waiting, walk.findings());
      waiting = null;
    }
    if (waiting == null) {
      waiting = new FragmentedPacket(fragment.isIpv4(), frame);
    } else {
      bytes -= waiting.held();
    }
    FragmentedPacket.Fit fit = waiting.add(fragment, frame, length, captured);
    if (fit == FragmentedPacket.Fit.OVERLAP && repeat != waiting.isRepeat()) {
      // What was captured again has nothing to do with a packet that its sender numbers alike.
      if (repeat) {
        used++;
        hold(fragment.key(), waiting, walk.findings());
        return Result.HELD;
      }
      used += waiting.fragments();
      waiting = new FragmentedPacket(fragment.isIpv4(), frame);
      fit = waiting.add(fragment, frame, length, captured);
    }
    if (fit == FragmentedPacket.Fit.OVERLAP) {
      overlap(fragment, frame, length, walk.findings());
      if (!fragment.isIpv4()) {
        return Result.HELD;
      }
      waiting = new FragmentedPacket(/* ipv4= */ true, frame);
      waiting.add(fragment, frame, length, captured);
    }
    if (!repeat) {
      waiting.bringsNew();
    }
    if (waiting.isWhole()) {
      used += waiting.fragments();
      wholes.remove(fragment.key());
      wholes.put(fragment.key(), new Whole(frame.epochNanos(), waiting.digests(MOST_OF_WHOLE)));
      waiting.together(frame, packet);
      return Result.WHOLE;
    }
    hold(fragment.key(), waiting, walk.findings());
    return Result.HELD;
  }

  /** Whether a fragment was in a packet that was put together a moment ago. */
  private boolean isRepeat(Fragment fragment, Frame frame, int length, int captured) {
    Whole whole = wholes.get(fragment.key());
    if (whole == null || Math.abs(frame.epochNanos() - whole.nanos) > REPEATED_NANOS) {
      return false;
    }
    long digest = FragmentedPacket.digest(fragment, frame, length, captured);
    for (long each : whole.fragments) {
      if (each == digest) {
        return true;
      }
    }
    return false;
  }

  /** Whether no more fragments come of what waits, by the next one. */
  private static boolean isOver(FragmentedPacket waiting, long now, boolean repeat) {
    return isOld(waiting, now)
        || (waiting.isRepeat() && !repeat && now - waiting.firstNanos() > REPEAT_WAITS_NANOS);
  }

  private void hold(FragmentKey key, FragmentedPacket waiting, FindingSink findings) {
    packets.put(key, waiting);
    bytes += waiting.held();
    Iterator<FragmentedPacket> oldest = packets.values().iterator();
    while (bytes > MOST_BYTES && oldest.hasNext()) {
      FragmentedPacket old = oldest.next();
      giveUp(old, findings);
      oldest.remove();
      evicted += old.isRepeat() ? 0 : 1;
    }
  }

  /** Gives up those that are old, as far as no younger one had its last fragment before. */
  private void giveUpOld(long now, FindingSink findings) {
    Iterator<FragmentedPacket> oldest = packets.values().iterator();
    while (oldest.hasNext()) {
      FragmentedPacket old = oldest.next();
      if (!isOld(old, now)) {
        return;
      }
      giveUp(old, findings);
      oldest.remove();
    }
  }

  private static boolean isOld(FragmentedPacket packet, long now) {
    return now - packet.firstNanos() >= LONGEST_NANOS;
  }

  /** Gives up all that waits. */
  void giveUpAll(FindingSink findings) {
    for (FragmentedPacket each : packets.values()) {
      giveUp(each, findings);
    }
    packets.clear();
  }

  private void giveUp(FragmentedPacket packet, FindingSink findings) {
    bytes -= packet.held();
    if (packet.isRepeat()) {
      used += packet.fragments();
      return;
    }
    report(
        packet.isIpv4() ? NetRules.IPV4_FRAGMENT : NetRules.IPV6_FRAGMENT,
        packet.firstFrame(),
        0,
        "fragments with "
            + packet.covered()
            + " bytes of an incomplete packet, the first one in this frame",
        findings);
  }

  private static void overlap(Fragment fragment, Frame frame, int length, FindingSink findings) {
    report(
        fragment.isIpv4() ? NetRules.IPV4_FRAGMENT_OVERLAP : NetRules.IPV6_FRAGMENT_OVERLAP,
        frame.number(),
        fragment.start() - frame.offset(),
        "fragment of "
            + length
            + " bytes at offset "
            + fragment.offset()
            + " of packet "
            + Integer.toUnsignedString(fragment.key().identification())
            + " overlaps other fragments or the end of the packet",
        findings);
  }

  private static void report(
      Rule rule, long frame, int offset, String message, FindingSink findings) {
    findings.accept(new Finding(rule, frame, offset, message));
  }
}
