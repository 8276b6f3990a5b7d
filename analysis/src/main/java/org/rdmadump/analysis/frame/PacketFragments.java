package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmadump.net.IpAddress;
import org.rdmadump.net.Ipv4Header;
import org.rdmadump.net.Ipv6Fragment;
import org.rdmadump.order.RecentMap;

/**
 * Which frames have fragments of the same IP packet: the one that makes it whole stands for all.
 */
public final class PacketFragments {
  /** Packets that are remembered, and fragments of each; of more the oldest go. */
  private static final int MOST_PACKETS = 1024;

  private static final int MOST_FRAGMENTS = 1024;

  private final Map<Key, List<Long>> packets = new RecentMap<>(MOST_PACKETS);

  private record Key(IpAddress source, IpAddress destination, int identification) {}

  /** No fragment so far. */
  public PacketFragments() {}

  /** Takes the next frame; returns those before it that have fragments of its packet. */
  public List<Long> of(FrameRecord frame) {
    if (frame.kind() != FrameKind.FRAGMENT && packets.isEmpty()) {
      return List.of();
    }
    for (Layer layer : frame.layers()) {
      int identification;
      if (layer.header() instanceof Ipv4Header ip) {
        identification = ip.identification();
      } else if (layer.header() instanceof Ipv6Fragment part) {
        identification = part.identification();
      } else {
        continue;
      }
      Key key = new Key(frame.source(), frame.destination(), identification);
      if (frame.kind() == FrameKind.FRAGMENT) {
        add(key, frame.number());
      } else {
        List<Long> found = packets.remove(key);
        if (found != null) {
          return found;
        }
      }
    }
    return List.of();
  }

  private void add(Key key, long number) {
    List<Long> fragments = packets.computeIfAbsent(key, unused -> new ArrayList<>(2));
    if (fragments.size() < MOST_FRAGMENTS) {
      fragments.add(number);
    }
  }
}
