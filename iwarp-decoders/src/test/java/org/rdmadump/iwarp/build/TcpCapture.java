package org.rdmadump.iwarp.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SplittableRandom;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** TCP segments in the order of capture, a microsecond apart, to be edited and read. */
public final class TcpCapture {
  /** Time of the first, 2026-01-01T00:00:00Z, in nanoseconds since 1970. */
  public static final long START = 1_767_225_600_000_000_000L;

  private static final long STEP = 1_000;
  private static final long NANOS = 1_000_000_000L;
  private static final int LINKTYPE_ETHERNET = 1;
  private static final int WHOLE = 1 << 18;

  private final List<TcpFrame> frames = new ArrayList<>();
  private int snapLength = WHOLE;

  /** {@return the frames: the list itself, free to be changed} */
  public List<TcpFrame> frames() {
    return frames;
  }

  /** Adds a frame. */
  public void add(TcpFrame frame) {
    frames.add(frame);
  }

  /** {@return index of the first frame whose label contains a text} */
  public int find(String text) {
    return find(text, 0);
  }

  /** {@return index of the first frame from an index on whose label contains a text} */
  public int find(String text, int from) {
    for (int i = from; i < frames.size(); i++) {
      if (frames.get(i).label().contains(text)) {
        return i;
      }
    }
    throw new NoSuchElementException(
        text + " among " + frames.stream().map(TcpFrame::label).toList());
  }

  /** Takes a frame out. */
  public TcpCapture drop(int index) {
    frames.remove(index);
    return this;
  }

  /** Exchanges two frames. */
  public TcpCapture swap(int one, int other) {
    TcpFrame moved = frames.get(one);
    frames.set(one, frames.get(other));
    frames.set(other, moved);
    return this;
  }

  /** Puts a copy of a frame at another place. */
  public TcpCapture repeat(int index, int at) {
    frames.add(at, frames.get(index));
    return this;
  }

  /** Cuts a frame into several, of the given lengths; what is left is the last. */
  public TcpCapture split(int index, int... lengths) {
    TcpFrame whole = frames.remove(index);
    int at = 0;
    int place = index;
    for (int length : lengths) {
      frames.add(place++, whole.part(at, at + length));
      at += length;
    }
    frames.add(place, whole.part(at, whole.payload().length));
    return this;
  }

  /** Joins a frame with those that follow it in the same direction. */
  public TcpCapture join(int from, int to) {
    TcpFrame first = frames.get(from);
    int length = 0;
    for (TcpFrame each : frames.subList(from, to)) {
      length += each.payload().length;
    }
    ByteBuffer all = ByteBuffer.allocate(length);
    frames.subList(from, to).forEach(each -> all.put(each.payload()));
    frames.subList(from, to).clear();
    frames.add(from, first.with(all.array()));
    return this;
  }

  /** Cuts what is behind {@code length} bytes of every frame. */
  public TcpCapture snapLength(int length) {
    snapLength = length;
    return this;
  }

  /** Keeps frames {@code [from, to)}. */
  public TcpCapture keep(int from, int to) {
    List<TcpFrame> kept = List.copyOf(frames.subList(from, to));
    frames.clear();
    frames.addAll(kept);
    return this;
  }

  /** Cuts what a side sends without hearing from the other into segments of any length. */
  public TcpCapture resegment(SplittableRandom random, int longest) {
    List<TcpFrame> old = List.copyOf(frames);
    frames.clear();
    int from = 0;
    while (from < old.size()) {
      int to = from + 1;
      while (to < old.size() && follows(old.get(to - 1), old.get(to))) {
        to++;
      }
      cut(old.subList(from, to), random, longest);
      from = to;
    }
    return this;
  }

  private static boolean follows(TcpFrame one, TcpFrame other) {
    return one.source().equals(other.source())
        && !one.isBare()
        && !other.isBare()
        && one.sequence() + one.payload().length == other.sequence();
  }

  private void cut(List<TcpFrame> run, SplittableRandom random, int longest) {
    int length = run.stream().mapToInt(each -> each.payload().length).sum();
    ByteBuffer all = ByteBuffer.allocate(length);
    run.forEach(each -> all.put(each.payload()));
    TcpFrame whole = run.get(0).with(all.array());
    int at = 0;
    do {
      int to = Math.min(length, at + 1 + random.nextInt(longest));
      frames.add(whole.part(at, to));
      at = to;
    } while (at < length);
  }

  /** Lets segments of the same direction overtake each other and come twice. */
  public TcpCapture shuffle(SplittableRandom random) {
    for (int i = 1; i < frames.size(); i++) {
      TcpFrame one = frames.get(i - 1);
      TcpFrame other = frames.get(i);
      if (follows(one, other) && random.nextInt(3) == 0) {
        swap(i - 1, i);
      }
    }
    for (int i = frames.size() - 1; i >= 0; i--) {
      if (!frames.get(i).isBare() && random.nextInt(4) == 0) {
        repeat(i, Math.min(frames.size(), i + 1 + random.nextInt(4)));
      }
    }
    return this;
  }

  /** {@return the frames as a reader would give them: one direct buffer, one frame at a time} */
  public FrameSource source() {
    return new Source(List.copyOf(frames), snapLength);
  }

  /** Writes the capture as a pcap file with nanoseconds. */
  public Path toPcap(Path file) {
    int length =
        frames.stream().mapToInt(each -> 16 + Math.min(snapLength, each.bytes().length)).sum();
    ByteBuffer pcap = ByteBuffer.allocate(24 + length);
    pcap.putInt(0xa1b23c4d).putShort((short) 2).putShort((short) 4).putLong(0);
    pcap.putInt(WHOLE).putInt(LINKTYPE_ETHERNET);
    long now = START;
    for (TcpFrame frame : frames) {
      byte[] bytes = frame.bytes();
      int captured = Math.min(snapLength, bytes.length);
      pcap.putInt((int) (now / NANOS)).putInt((int) (now % NANOS));
      pcap.putInt(captured).putInt(bytes.length).put(bytes, 0, captured);
      now += STEP;
    }
    try {
      return Files.write(file, pcap.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Source implements FrameSource {
    /** A frame does not begin at 0 in a real reader's buffer, so it does not here. */
    private static final int MARGIN = 64;

    private final List<TcpFrame> frames;
    private final int snapLength;
    private final ByteBuffer buffer;
    private int next;
    private long position;

    Source(List<TcpFrame> frames, int snapLength) {
      this.frames = frames;
      this.snapLength = snapLength;
      int longest = frames.stream().mapToInt(each -> each.bytes().length).max().orElse(0);
      this.buffer = ByteBuffer.allocate(MARGIN + longest);
    }

    @Override
    public boolean next(Frame frame) {
      if (next == frames.size()) {
        return false;
      }
      byte[] bytes = frames.get(next).bytes();
      int captured = Math.min(bytes.length, snapLength);
      // The limit is the frame's end, so that a read behind it fails.
      buffer.clear();
      buffer.put(MARGIN, bytes, 0, captured).limit(MARGIN + captured);
      position += captured;
      frame.set(
          buffer,
          MARGIN,
          captured,
          bytes.length,
          START + next * STEP,
          LINKTYPE_ETHERNET,
          0,
          next + 1L);
      next++;
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
