package org.rdmadump.net;

import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.link.HeaderSink;

/**
 * Walks a frame from its link layer down to UDP or TCP, or to the transport header of InfiniBand;
 * into tunnels, and on in an IP packet that it was the last missing fragment of.
 *
 * <p>A decoding loop owns one instance. Every length is checked against the bytes that were on the
 * wire first, and then against those that were captured: a header that does not fit on the wire is
 * malformed, one that only was not captured is truncated and no finding. On a good frame without
 * fragments nothing is allocated.
 */
public final class PacketDecoder {
  private final Fragments fragments = new Fragments();
  private final boolean shows;
  private final LayerWalk walk;

  /**
   * A decoder without fragments so far.
   *
   * @param closedPorts UDP destination ports whose datagrams are never taken for tunnels
   */
  public PacketDecoder(int... closedPorts) {
    this(null, closedPorts.clone());
  }

  private PacketDecoder(@Nullable HeaderSink headers, int[] closedPorts) {
    this.shows = headers != null;
    this.walk = new LayerWalk(fragments, headers, closedPorts);
  }

  /**
   * {@return a decoder without fragments so far that shows every header to {@code headers}, and so
   * goes layer by layer}
   *
   * @param closedPorts UDP destination ports whose datagrams are never taken for tunnels
   */
  @SuppressWarnings("exports") // Only our own modules show headers.
  public static PacketDecoder showing(HeaderSink headers, int... closedPorts) {
    return new PacketDecoder(headers, closedPorts.clone());
  }

  /**
   * Decodes one frame into {@code datagram}, and reports errors to {@code findings}.
   *
   * @return the kind, as {@link Datagram#kind()} returns it
   */
  public PacketKind decode(Frame frame, Datagram datagram, FindingSink findings) {
    return !shows && PlainIpv4.decode(frame, datagram)
        ? datagram.kind()
        : decodeLayers(frame, datagram, findings);
  }

  /** As {@link #decode}, layer by layer. */
  PacketKind decodeLayers(Frame frame, Datagram datagram, FindingSink findings) {
    return datagram.kind(walk.decode(frame, datagram, findings));
  }

  /**
   * {@return the frame that the offsets of {@code datagram}, which was decoded last, are in: {@code
   * frame} itself, or if {@link Datagram#isTogether()} one that holds the packet put together, with
   * the time and number of {@code frame} and no link layer; it is valid until the next frame is
   * decoded}
   */
  public Frame holder(Frame frame, Datagram datagram) {
    return datagram.isTogether() ? fragments.packet() : frame;
  }

  /** Gives up the fragments that still wait for others; each of their packets is a finding. */
  public void finish(FindingSink findings) {
    fragments.giveUpAll(findings);
  }

  /** Fragments so far that are not part of a packet that was put together. */
  public long unusedFragments() {
    return fragments.unused();
  }

  /** Packets that were given up because too many fragments waited for others. */
  public long evictedPackets() {
    return fragments.evicted();
  }
}
