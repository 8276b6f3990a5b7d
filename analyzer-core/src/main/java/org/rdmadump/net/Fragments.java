package org.rdmadump.net;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;

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

  private final Map<FragmentKey, FragmentedPacket> packets = new LinkedHashMap<>();
  private final Frame packet = new Frame();
  private int bytes;
  private long taken;
  private long used;
  private long evicted;

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
    if (waiting != null && isOld(waiting, frame.epochNanos())) {
      giveUp(waiting, walk.findings());
      waiting = null;
    }
    if (waiting == null) {
      waiting = new FragmentedPacket(fragment.isIpv4(), frame);
    } else {
      bytes -= waiting.held();
    }
    int captured = Math.min(length, walk.capturedEnd() - fragment.data());
    if (waiting.add(fragment, frame, length, captured) == FragmentedPacket.Fit.OVERLAP) {
      overlap(fragment, frame, length, walk.findings());
      if (!fragment.isIpv4()) {
        return Result.HELD;
      }
      waiting = new FragmentedPacket(/* ipv4= */ true, frame);
      waiting.add(fragment, frame, length, captured);
    }
    if (waiting.isWhole()) {
      used += waiting.fragments();
      waiting.together(frame, packet);
      return Result.WHOLE;
    }
    hold(fragment.key(), waiting, walk.findings());
    return Result.HELD;
  }

  private void hold(FragmentKey key, FragmentedPacket waiting, FindingSink findings) {
    packets.put(key, waiting);
    bytes += waiting.held();
    Iterator<FragmentedPacket> oldest = packets.values().iterator();
    while (bytes > MOST_BYTES && oldest.hasNext()) {
      giveUp(oldest.next(), findings);
      oldest.remove();
      evicted++;
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
