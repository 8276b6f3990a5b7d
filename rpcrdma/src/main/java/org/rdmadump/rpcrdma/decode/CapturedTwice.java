package org.rdmadump.rpcrdma.decode;

import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Icrc;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketCopies;
import org.rdmadump.net.PacketDigest;
import org.rdmadump.net.PacketKind;

/**
 * Recognises packets that several interfaces or captures show, such as those of both ends.
 *
 * <p>Two copies are equal in what no device changes on the way: addresses, ports, the
 * identification of IPv4, and what the invariant CRC covers from the base transport header on (IBTA
 * volume 1, 7.8.1, annexes A16 and A17), or the TCP segment but for its checksum. Link layer,
 * tunnels, hop limit, and what marks congestion may differ; so may the CRC itself, which some
 * captures have before it was computed. Copies that were cut at different lengths are not known for
 * such.
 */
final class CapturedTwice {
  private static final int IPV4_IDENTIFICATION = 4;

  /** Spreads addresses that differ in few bits. */
  private static final long MIX = 0x9e3779b97f4a7c15L;

  private static final int TCP_CHECKSUM = 16;
  private static final int TCP_URGENT = 18;

  private final PacketDigest digest = new PacketDigest();
  private final PacketCopies copies = new PacketCopies();
  private long dropped;

  /** {@return packets that were copies} */
  long dropped() {
    return dropped;
  }

  /**
   * Looks at a packet of an RDMA transport or TCP.
   *
   * @param holder the frame that the offsets of {@code datagram} are in
   * @param viewpoint where it was seen
   * @param frame number of the frame that it ends in
   * @return whether another viewpoint showed it already
   */
  boolean isCopy(Frame holder, Datagram datagram, int viewpoint, long frame) {
    digest.reset();
    digest.add(datagram.sourceHigh());
    digest.add(datagram.sourceLow());
    digest.add(datagram.destinationHigh());
    digest.add(datagram.destinationLow());
    digest.add(datagram.protocol());
    digest.add(datagram.payloadLength());
    digest.add((long) datagram.sourcePort() << Integer.SIZE | datagram.destinationPort());
    if (datagram.isIpv4()) {
      digest.add(holder.bytes().getShort(datagram.networkOffset() + IPV4_IDENTIFICATION));
    }
    if (datagram.kind() == PacketKind.TCP) {
      addSegment(holder, datagram);
    } else {
      addTransport(holder, datagram);
    }
    boolean copy =
        copies.isCopy(digest.high(), digest.low(), hosts(datagram), viewpoint, holder.epochNanos());
    if (copy) {
      dropped++;
    } else {
      copies.foundIn(frame);
    }
    return copy;
  }

  private static int hosts(Datagram datagram) {
    long source = datagram.sourceHigh() * 31 + datagram.sourceLow();
    long destination = datagram.destinationHigh() * 31 + datagram.destinationLow();
    return (int) (((source * 31 + destination) * MIX) >>> Integer.SIZE);
  }

  /** {@return the frame that showed before what {@code frame}, a copy, does} */
  long original(long frame) {
    return copies.original(frame);
  }

  /** The packet that was looked at last was discarded, so that a copy of it may be the good one. */
  void wasDiscarded() {
    copies.takeBack();
  }

  private void addSegment(Frame holder, Datagram datagram) {
    addBut(
        holder,
        datagram.transportOffset(),
        datagram.payloadOffset() + datagram.payloadCaptured(),
        TCP_CHECKSUM,
        TCP_URGENT);
  }

  private void addTransport(Frame holder, Datagram datagram) {
    int covered = Math.max(0, datagram.payloadLength() - Icrc.LENGTH);
    int captured = Math.min(covered, datagram.payloadCaptured());
    addBut(
        holder,
        datagram.payloadOffset(),
        datagram.payloadOffset() + captured,
        Bth.CONGESTION,
        Bth.CONGESTION + 1);
  }

  /** Adds {@code [from, to)} without {@code [from + without, from + behind)}. */
  private void addBut(Frame holder, int from, int to, int without, int behind) {
    digest.add(holder.bytes(), from, Math.min(to, from + without));
    if (to > from + behind) {
      digest.add(holder.bytes(), from + behind, to);
    }
  }
}
