package org.rdmadump.ib.qp;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.Vcrc;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketKind;

/**
 * The CRCs of packets: the invariant one of each, and the variant one of native InfiniBand.
 *
 * <p>IBTA volume 1, 7.8.
 */
final class CrcCheck {
  private final FindingSink findings;
  private final Icrc icrc = new Icrc();
  private final IcrcTally tally = new IcrcTally();

  /** Of the last wrong one: what differs, and how many bytes it covers. */
  private int difference;

  private int covered;

  CrcCheck(FindingSink findings) {
    this.findings = findings;
  }

  /** The short way for packets in the middle of operations, which checks the same. */
  MiddlePackets middlePackets(FlowTable flows, TransportPacket packet) {
    return new MiddlePackets(flows, icrc, tally, packet);
  }

  /** Takes note that the last one was wrong, and says whether it is to be believed. */
  boolean isDamaged(Datagram datagram) {
    return tally.wrong(datagram, difference, covered);
  }

  /** Checks the CRC that links compute anew. */
  void variant(Frame frame, Datagram datagram) {
    int end = datagram.payloadOffset() + datagram.payloadLength();
    int stored = Vcrc.stored(frame.array(), end);
    int computed = Vcrc.compute(frame.array(), datagram.localRouteOffset(), end);
    // Some devices leave zeros there. Which byte is sent first no capture at hand proves.
    if (stored != computed && stored != Vcrc.swapped(computed) && stored != 0) {
      findings.accept(
          new Finding(
              IbRules.BAD_VCRC,
              frame.number(),
              end - frame.offset(),
              String.format(Locale.US, "VCRC is 0x%04x, expected 0x%04x", stored, computed)));
    }
  }

  private int computeOfInfiniband(byte[] bytes, Datagram datagram, int at) {
    return datagram.hasGlobalRoute()
        ? icrc.computeGlobal(bytes, datagram.networkOffset(), at)
        : icrc.computeLocal(bytes, datagram.localRouteOffset(), at);
  }

  /** {@return what is wrong with the CRC over what no router changes; null if it is right} */
  @Nullable Finding invariant(Frame frame, Datagram datagram, int end) {
    byte[] bytes = frame.array();
    int at = end - Icrc.LENGTH;
    int stored = Icrc.stored(bytes, at);
    if (stored == Icrc.ABSENT) {
      return null;
    }
    int computed =
        datagram.kind() == PacketKind.UDP
            ? icrc.compute(
                bytes,
                datagram.networkOffset(),
                datagram.transportOffset(),
                datagram.payloadOffset(),
                at,
                datagram.isIpv4())
            : computeOfInfiniband(bytes, datagram, at);
    if (computed == stored) {
      tally.right(datagram);
      return null;
    }
    difference = stored ^ computed;
    covered = at - frame.offset();
    return wrong(frame, at, stored, computed);
  }

  private static Finding wrong(Frame frame, int at, int stored, int computed) {
    return new Finding(
        IbRules.BAD_ICRC,
        frame.number(),
        at - frame.offset(),
        String.format(Locale.US, "ICRC is 0x%08x, expected 0x%08x", stored, computed));
  }
}
