package org.rdmadump.capture;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One capture of a merge: not opened yet, open with the frame that is next, or over. */
final class MergedPart implements Comparable<MergedPart> {
  /** Bytes behind the next frame that may be left of a capture that is about to end. */
  private static final int MOST_LEFT = 1 << 16;

  /** The time for which it may go on, where files are so small that few bytes say nothing. */
  private static final long LONGEST_LEFT_NANOS = 1_000_000;

  /** So many times what is left was read by then, and lies behind in time. */
  private static final long LEAST_READ = 16;

  final CaptureInput input;

  /** The frame that is next, if {@link #ready}. */
  final Frame head = new Frame();

  /** Whether {@link #head} is a frame that was not delivered. */
  boolean ready;

  /** The place of capture among those whose captures overlap. */
  int place;

  /** Whether hardly anything of it is left, as far as was looked. */
  boolean ending;

  /** Time of the first frame. */
  private long firstNanos;

  /** Place on the command line. */
  final int order;

  private @Nullable FrameSource source;

  /** Its frames so far. */
  private long count;

  /** The number of the last one, among those of all captures. */
  private long last;

  /** The same of the one behind the first damage that was passed over; 0 before that. */
  private long behindDamage;

  MergedPart(CaptureInput input, int order) {
    this.input = input;
    this.order = order;
  }

  /** Finds out when the first frame was captured; false if there is none. */
  boolean survey(MergeListener listener) {
    if (!begin(input::glance, listener)) {
      return false;
    }
    firstNanos = head.epochNanos();
    if (input.isRepeatable()) {
      close();
    }
    return true;
  }

  /**
   * Opens it, and reads its first frame to {@link #head}; false if that failed.
   *
   * @param capacity bytes that its read buffer begins with
   */
  boolean open(int capacity, MergeListener listener) {
    return source != null || begin(() -> input.open(capacity), listener);
  }

  private interface Opener {
    FrameSource open() throws IOException;
  }

  private boolean begin(Opener opener, MergeListener listener) {
    try {
      source = opener.open();
    } catch (IOException e) {
      listener.failed(input, e);
      return false;
    }
    ready = read(head, listener);
    if (!ready) {
      close();
      return false;
    }
    return true;
  }

  /** Reads the next frame; false at the end, of which the listener is told if it came early. */
  boolean read(Frame frame, MergeListener listener) {
    FrameSource from = source;
    if (from == null) {
      return false;
    }
    try {
      if (from.next(frame)) {
        return true;
      }
      Optional<Damage> damage = from.damage();
      if (damage.isPresent()) {
        boolean isAtEnd = behindDamage == 0 || damage.get().frame() > count;
        listener.damaged(input, damage.get(), isAtEnd ? last : behindDamage);
      }
    } catch (IOException e) {
      listener.failed(input, e);
    }
    return false;
  }

  /** Notes which number the frame has that was read last, among those of all captures. */
  void delivered(long number) {
    FrameSource from = source;
    count++;
    last = number;
    if (behindDamage == 0 && from != null && from.damageSoFar().isPresent()) {
      behindDamage = number;
    }
  }

  /**
   * Whether hardly anything is left behind the frame that is next, while another one begins. Of a
   * stream that is not known.
   *
   * @param begin time of the first frame of the other one
   */
  boolean isEnding(long begin) {
    FrameSource from = source instanceof InflatedSource inflated ? inflated.inside() : source;
    if (ending || !ready || !input.isRepeatable() || !(from instanceof CaptureReader reader)) {
      return ending;
    }
    head.keep();
    try {
      int left = reader.left(MOST_LEFT);
      ending = left >= 0 && (left * LEAST_READ <= reader.position() || endsSoonBehind(begin));
    } catch (IOException e) {
      // It is met again, and told of, when the reading comes there.
      ending = false;
    }
    return ending;
  }

  /** As few bytes are left as were read: reads them all again. */
  private boolean endsSoonBehind(long begin) throws IOException {
    long last = firstNanos;
    Frame frame = new Frame();
    try (FrameSource again = input.glance()) {
      while (again.next(frame)) {
        last = Math.max(last, frame.epochNanos());
      }
    }
    long overlap = last - begin;
    return overlap <= LONGEST_LEFT_NANOS && overlap <= (last - firstNanos) / LEAST_READ;
  }

  boolean isOpen() {
    return source != null;
  }

  /** What it takes to have it open, in captures that are not compressed. */
  int weight() {
    return source instanceof InflatedSource ? MergedSource.COMPRESSED_WEIGHT : 1;
  }

  long position() {
    FrameSource from = source;
    return from == null ? 0 : from.position();
  }

  OptionalLong dropped() {
    FrameSource from = source;
    return from == null ? OptionalLong.empty() : from.dropped();
  }

  /** Where {@link #head}, or else the frame that was read last, was taken. */
  CaptureInterface origin() {
    FrameSource from = source;
    return from == null ? CaptureInterface.UNKNOWN : from.origin();
  }

  long firstNanos() {
    return firstNanos;
  }

  /** Whether a frame of this one at {@code nanos} comes before one of {@code other}. */
  boolean isBefore(long nanos, MergedPart other, long otherNanos) {
    return nanos != otherNanos ? nanos < otherNanos : order < other.order;
  }

  /** Lets go of what is open. Nothing more is read from it, so a failure loses nothing. */
  void close() {
    FrameSource from = source;
    source = null;
    ready = false;
    // Thousands may wait to be opened, and none of them needs its buffer until then.
    head.clear();
    if (from != null) {
      try {
        from.close();
      } catch (IOException e) {
        // Nothing was written to it.
      }
    }
  }

  @Override
  public int compareTo(MergedPart other) {
    int byTime = Long.compare(firstNanos, other.firstNanos);
    return byTime != 0 ? byTime : Integer.compare(order, other.order);
  }
}
