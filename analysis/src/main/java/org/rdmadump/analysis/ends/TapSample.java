package org.rdmadump.analysis.ends;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.capture.Frame;
import org.rdmadump.net.IpAddress;

/**
 * Takes in a capture to see whether another one shows the same traffic: a sample of its packets, in
 * bounded memory.
 */
public final class TapSample {
  /** TCP flows of which the lengths of segments are known, and hosts that have a name. */
  private static final int MOST = 1 << 12;

  private final TapPacket packet;
  private final Sample packets = new Sample();
  private final Sample contents = new Sample();
  private final Map<Long, SegmentSize> sizes = new HashMap<>();
  private final Map<Long, IpAddress> hosts = new HashMap<>();
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = Long.MIN_VALUE;
  private long frames;
  private long seen;
  private int shortest = Integer.MAX_VALUE;

  /**
   * Nothing taken in yet.
   *
   * @param rocePorts UDP ports of RoCE version 2 beside its own
   */
  public TapSample(int... rocePorts) {
    this.packet = new TapPacket(rocePorts);
  }

  /** Takes a frame. */
  public void add(Frame frame) {
    frames++;
    firstNanos = Math.min(firstNanos, frame.epochNanos());
    lastNanos = Math.max(lastNanos, frame.epochNanos());
    if (frame.captured() < frame.original()) {
      shortest = Math.min(shortest, frame.captured());
    }
    if (!packet.read(frame)) {
      return;
    }
    if (packet.isTcp()) {
      noteSize();
    }
    if (!packet.isTelling()) {
      return;
    }
    seen++;
    long key = packet.flow(packet.source(), packet.destination());
    key = KeyHash.of(key, packet.position());
    // Segments may be joined or cut, so only their ends count.
    packets.add(
        packet.isTcp() ? key : KeyHash.of(key, packet.kind() ^ (long) packet.identification()),
        packet);
    long content = packet.content();
    if (content != 0) {
      contents.add(content, packet);
    }
    if (hosts.size() < MOST && !hosts.containsKey(packet.sourceHost())) {
      hosts.put(packet.sourceHost(), packet.sourceAddress());
    }
  }

  private void noteSize() {
    if (packet.length() == 0 && packet.maxSegment() == 0) {
      return;
    }
    long flow = packet.flow(packet.source(), packet.destination());
    SegmentSize size = sizes.get(flow);
    if (size == null) {
      if (sizes.size() == MOST) {
        return;
      }
      size = new SegmentSize();
      sizes.put(flow, size);
    }
    size.note(packet.length(), packet.maxSegment());
  }

  /** Packets by address, flow and number. */
  Sample packets() {
    return packets;
  }

  /** Packets by content, whatever their addresses. */
  Sample contents() {
    return contents;
  }

  /** Segments of a TCP flow. */
  Optional<SegmentSize> size(long flow) {
    return Optional.ofNullable(sizes.get(flow));
  }

  /** The address behind a key, if one of the first. */
  Optional<IpAddress> host(long key) {
    return Optional.ofNullable(hosts.get(key));
  }

  /** {@return time of its first frame, in nanoseconds since the epoch} */
  public long firstNanos() {
    return firstNanos;
  }

  /** {@return time of its last frame} */
  public long lastNanos() {
    return lastNanos;
  }

  /** {@return packets of RDMA and TCP with data} */
  public long seen() {
    return seen;
  }

  long frames() {
    return frames;
  }

  /** Bytes captured of the shortest frame that was cut; 0 if none was. */
  int snapLength() {
    return shortest == Integer.MAX_VALUE ? 0 : shortest;
  }
}
