package org.rdmadump.rpcrdma.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** Frames of a real capture in any order, each with its own time, and where it was seen from. */
public final class FrameList implements FrameSource {
  private final List<Copied> frames;
  private int next;

  /**
   * A frame.
   *
   * @param bytes as it was captured; never compared
   * @param original bytes on the wire
   * @param nanos when
   * @param linkType of the capture
   * @param viewpoint where
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Copied(byte[] bytes, int original, long nanos, int linkType, int viewpoint) {
    /** {@return the same frame, captured at another time} */
    public Copied at(long otherNanos) {
      return new Copied(bytes, original, otherNanos, linkType, viewpoint);
    }

    /** {@return the same frame, captured from somewhere} */
    public Copied from(int place) {
      return new Copied(bytes, original, nanos, linkType, place);
    }

    /** {@return the same frame with a bit of its last byte changed} */
    public Copied damaged() {
      byte[] other = bytes.clone();
      other[other.length - 1] ^= 1;
      return new Copied(other, original, nanos, linkType, viewpoint);
    }
  }

  /** The frames in this order. */
  public FrameList(List<Copied> frames) {
    this.frames = frames;
  }

  /** {@return frames with a microsecond from each to the next} */
  public static FrameList evenly(List<Copied> frames) {
    List<Copied> timed = new ArrayList<>(frames.size());
    for (Copied each : frames) {
      timed.add(each.at((timed.size() + 1) * 1000L));
    }
    return new FrameList(timed);
  }

  /** {@return the frames of a capture, named as {@code rocev2/rocev2-odd.pcap}} */
  public static List<Copied> of(String name) {
    try (FrameSource source = RealCaptures.open(name)) {
      return of(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the frames of a file} */
  public static List<Copied> of(Path file) {
    try (FrameSource source = CaptureFile.open(file)) {
      return of(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Copied> of(FrameSource source) throws IOException {
    List<Copied> copies = new ArrayList<>();
    Frame frame = new Frame();
    while (source.next(frame)) {
      byte[] bytes = new byte[frame.captured()];
      frame.bytes().get(frame.offset(), bytes);
      copies.add(
          new Copied(
              bytes, frame.original(), frame.epochNanos(), frame.linkType(), Frame.ONLY_VIEWPOINT));
    }
    return copies;
  }

  @Override
  public boolean next(Frame frame) {
    if (next == frames.size()) {
      return false;
    }
    Copied copy = frames.get(next);
    next++;
    frame.set(
        ByteBuffer.wrap(copy.bytes),
        0,
        copy.bytes.length,
        copy.original,
        copy.nanos,
        copy.linkType,
        0,
        next);
    frame.viewpoint(copy.viewpoint);
    return true;
  }

  @Override
  public long position() {
    return next;
  }

  @Override
  public Optional<Damage> damage() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
