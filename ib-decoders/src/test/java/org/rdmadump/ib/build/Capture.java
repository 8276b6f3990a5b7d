package org.rdmadump.ib.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Predicate;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/**
 * What was seen on the wire: packets in the order of capture, to be edited and written out.
 *
 * <p>Packets are 1 microsecond apart unless told otherwise. Indexes count from 0. When packets
 * change places, times stay in order: the time belongs to the place.
 */
public final class Capture {
  /** Time of the first packet, 2026-01-01T00:00:00Z, in nanoseconds since 1970. */
  public static final long START = 1_767_225_600_000_000_000L;

  private static final long NANOS = 1_000_000_000L;
  private static final int PCAP_NANOSECOND_MAGIC = 0xa1b23c4d;
  private static final int PCAP_HEADER_LENGTH = 24;
  private static final int PCAP_RECORD_LENGTH = 16;
  private static final int PCAP_SNAP_LENGTH = 262144;
  private static final int LINKTYPE_ETHERNET = 1;

  private final List<Packet> packets = new ArrayList<>();
  private long now = START;
  private long step = 1_000;

  /** Sets the time between two packets added after this, in nanoseconds. */
  public Capture step(long nanos) {
    this.step = nanos;
    return this;
  }

  /** Lets time pass before the next packet. */
  public Capture pause(long nanos) {
    now += nanos;
    return this;
  }

  /** Adds a packet at the present time. */
  public Capture add(String label, RocePacket packet) {
    packets.add(Packet.of(now, label, packet));
    now += step;
    return this;
  }

  /** Adds a packet that is there once more, at the present time. */
  public Capture again(int index) {
    packets.add(packets.get(index).at(now));
    now += step;
    return this;
  }

  /** {@return the packets: the list itself, free to be changed} */
  public List<Packet> packets() {
    return packets;
  }

  /** {@return how many packets there are} */
  public int size() {
    return packets.size();
  }

  /** {@return the packet at an index} */
  public Packet get(int index) {
    return packets.get(index);
  }

  /** {@return index of the first packet that fits} */
  public int find(Predicate<Packet> wanted) {
    return find(wanted, 0);
  }

  /** {@return index of the first packet that fits, from an index on} */
  public int find(Predicate<Packet> wanted, int from) {
    for (int i = from; i < packets.size(); i++) {
      if (wanted.test(packets.get(i))) {
        return i;
      }
    }
    throw new NoSuchElementException("no such packet among " + labels());
  }

  /** {@return index of the first packet whose label contains a text} */
  public int find(String text) {
    return find(packet -> packet.label().contains(text));
  }

  /** Takes a packet out. */
  public Capture drop(int index) {
    packets.remove(index);
    return this;
  }

  /** Takes out every packet that fits. */
  public Capture drop(Predicate<Packet> unwanted) {
    packets.removeIf(unwanted);
    return this;
  }

  /** Exchanges two packets; their times stay. */
  public Capture swap(int first, int second) {
    Packet one = packets.get(first);
    Packet other = packets.get(second);
    packets.set(first, other.at(one.epochNanos()));
    packets.set(second, one.at(other.epochNanos()));
    return this;
  }

  /** Moves a packet so that it stands at another index; those between move up or down one place. */
  public Capture move(int from, int to) {
    int direction = Integer.signum(to - from);
    for (int i = from; i != to; i += direction) {
      swap(i, i + direction);
    }
    return this;
  }

  /** Repeats a packet, one nanosecond behind it. */
  public Capture duplicate(int index) {
    return duplicate(index, index + 1);
  }

  /**
   * Repeats a packet so that the repeat stands at {@code to}, one nanosecond behind its neighbour.
   */
  public Capture duplicate(int index, int to) {
    Packet original = packets.get(index);
    packets.add(to, original.at(packets.get(to - 1).epochNanos() + 1));
    return this;
  }

  /** Cuts every packet to at most {@code length} bytes. */
  public Capture snapLength(int length) {
    packets.replaceAll(packet -> packet.cut(length));
    return this;
  }

  /** Keeps the packets from one index to before another: a capture begun late and ended early. */
  public Capture keep(int from, int to) {
    List<Packet> kept = List.copyOf(packets.subList(from, to));
    packets.clear();
    packets.addAll(kept);
    return this;
  }

  /** Takes in the packets of another capture, by time. */
  public Capture merge(Capture other) {
    packets.addAll(other.packets);
    packets.sort(Comparator.comparingLong(Packet::epochNanos));
    return this;
  }

  /** {@return the labels in order: what a failing test wants to print} */
  public List<String> labels() {
    return packets.stream().map(Packet::label).toList();
  }

  /** {@return the capture as a pcap file with nanoseconds, big-endian} */
  public byte[] toPcap() {
    int length =
        packets.stream().mapToInt(packet -> PCAP_RECORD_LENGTH + packet.bytes().length).sum();
    ByteBuffer file = ByteBuffer.allocate(PCAP_HEADER_LENGTH + length);
    file.putInt(PCAP_NANOSECOND_MAGIC).putShort((short) 2).putShort((short) 4);
    file.putLong(0).putInt(PCAP_SNAP_LENGTH).putInt(LINKTYPE_ETHERNET);
    for (Packet packet : packets) {
      byte[] bytes = packet.bytes();
      file.putInt((int) (packet.epochNanos() / NANOS)).putInt((int) (packet.epochNanos() % NANOS));
      file.putInt(bytes.length).putInt(packet.originalLength()).put(bytes);
    }
    return file.array();
  }

  /** Writes the capture as a pcap file. */
  public Path toPcap(Path file) {
    try {
      return Files.write(file, toPcap());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the packets as a reader would give them: one direct buffer, one frame at a time} */
  public FrameSource source() {
    return new Source(List.copyOf(packets));
  }

  private static final class Source implements FrameSource {
    /** A frame does not begin at 0 in a real reader's buffer, so it does not here. */
    private static final int MARGIN = 64;

    private final List<Packet> packets;
    private final ByteBuffer buffer;
    private int next;
    private long position;

    Source(List<Packet> packets) {
      this.packets = packets;
      int longest = packets.stream().mapToInt(packet -> packet.bytes().length).max().orElse(0);
      this.buffer = ByteBuffer.allocate(MARGIN + longest);
    }

    @Override
    public boolean next(Frame frame) {
      if (next == packets.size()) {
        return false;
      }
      Packet packet = packets.get(next++);
      byte[] bytes = packet.bytes();
      // The limit is the frame's end, so that a read behind it fails.
      buffer.clear();
      buffer.put(MARGIN, bytes).limit(MARGIN + bytes.length);
      position += bytes.length;
      frame.set(
          buffer,
          MARGIN,
          bytes.length,
          packet.originalLength(),
          packet.epochNanos(),
          LINKTYPE_ETHERNET,
          0,
          next);
      return true;
    }

    @Override
    public long position() {
      return position;
    }

    @Override
    public Optional<Damage> damage() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
