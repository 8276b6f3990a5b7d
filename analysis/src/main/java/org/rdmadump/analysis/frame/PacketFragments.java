package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmadump.net.IpAddress;
import org.rdmadump.net.Ipv4Header;
import org.rdmadump.net.Ipv6Fragment;
import org.rdmadump.net.Ipv6Header;
import org.rdmadump.order.RecentMap;

/**
 * Which frames have fragments of the same IP packet: the one that makes it whole stands for all. A
 * packet that is put together may be a fragment itself, of one inside of it.
 */
public final class PacketFragments {
  /** Packets that are remembered, and fragments of each; of more the oldest go. */
  private static final int MOST_PACKETS = 1024;

  private static final int MOST_FRAGMENTS = 1024;

  /** In place of a protocol: the fragments of an IPv6 packet may differ in it. */
  private static final int ANY_PROTOCOL = -1;

  private final Map<Key, List<Long>> packets = new RecentMap<>(MOST_PACKETS);

  private record Key(IpAddress source, IpAddress destination, int identification, int protocol) {}

  /** No fragment so far. */
  public PacketFragments() {}

  /** Takes the next frame; returns those before it that have fragments of its packet. */
  public List<Long> of(FrameRecord frame) {
    if (frame.kind() != FrameKind.FRAGMENT && packets.isEmpty()) {
      return List.of();
    }
    List<Long> others = List.of();
    Ipv6Header carrier = null;
    List<Layer> layers = frame.layers();
    for (int i = 0; i < layers.size(); i++) {
      Record header = layers.get(i).header();
      carrier = header instanceof Ipv6Header ip ? ip : carrier;
      Key key = key(header, carrier);
      if (key == null) {
        continue;
      }
      // Behind a fragment comes the header of the packet that is whole with it.
      if (i + 1 < layers.size()) {
        others = joined(others, packets.remove(key));
      } else if (frame.kind() == FrameKind.FRAGMENT) {
        add(key, others, frame.number());
        return List.of();
      }
    }
    return others;
  }

  /** Names the packet that a header is of a fragment of; null if it is of none. */
  private static @Nullable Key key(Record header, @Nullable Ipv6Header carrier) {
    if (header instanceof Ipv4Header ip && ip.isFragment()) {
      return new Key(
          IpAddress.ofIpv4(ip.source()),
          IpAddress.ofIpv4(ip.destination()),
          ip.identification(),
          ip.protocol());
    }
    if (header instanceof Ipv6Fragment part && !part.isAtomic() && carrier != null) {
      return new Key(
          new IpAddress(carrier.sourceHigh(), carrier.sourceLow()),
          new IpAddress(carrier.destinationHigh(), carrier.destinationLow()),
          part.identification(),
          ANY_PROTOCOL);
    }
    return null;
  }

  private static List<Long> joined(List<Long> some, @Nullable List<Long> more) {
    if (more == null || some.isEmpty()) {
      return more == null ? some : more;
    }
    List<Long> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  private void add(Key key, List<Long> others, long number) {
    List<Long> fragments = packets.computeIfAbsent(key, unused -> new ArrayList<>(2));
    if (fragments.size() + others.size() < MOST_FRAGMENTS) {
      fragments.addAll(others);
      fragments.add(number);
    }
  }
}
