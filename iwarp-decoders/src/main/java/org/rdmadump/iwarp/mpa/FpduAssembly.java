package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import org.rdmadump.bytes.Absence;
import org.rdmadump.tcp.StreamBytes;

/**
 * An FPDU that does not lie in one segment, or has markers, put together. Its buffer grows with the
 * bytes that come, not with the length that it says it has.
 */
@SuppressWarnings("ByteBufferBackingArray") // allocated here
final class FpduAssembly {
  private static final int FIRST_CAPACITY = 1 << 11;
  private static final int UNKNOWN = -1;
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private ByteBuffer raw = NONE;
  private final Gaps gaps = new Gaps();
  private int filled;
  private int size = UNKNOWN;
  private int lengthAt;
  private boolean marked;
  private long distance;
  private boolean lost;

  private long position;
  private long firstFrame;
  private long firstNanos;
  private int frameOffset;
  private long lastFrame;
  private long lastNanos;

  boolean isEmpty() {
    return filled == 0;
  }

  /** Whether its length will never be known. */
  boolean isLost() {
    return lost;
  }

  boolean isWhole() {
    return filled == size;
  }

  /** Bytes that are still to come; a guess as long as the length is not known. */
  int left() {
    return (size == UNKNOWN ? lengthAt + FpduHeaderTest.LENGTH_FIELD : size) - filled;
  }

  boolean knowsSize() {
    return size != UNKNOWN;
  }

  /** Memory that it holds. */
  int capacity() {
    return raw.capacity();
  }

  /**
   * Starts with byte {@code at} of {@code piece}.
   *
   * @param marked whether the stream has markers
   * @param distance of that byte from the first marker
   */
  void begin(StreamBytes piece, int at, boolean marked, long distance) {
    clear();
    this.marked = marked;
    this.distance = distance;
    lengthAt = marked && Markers.untilNext(distance) == 0 ? Markers.LENGTH : 0;
    position = piece.position() + at;
    firstFrame = piece.frame();
    firstNanos = piece.epochNanos();
    frameOffset = piece.frameOffset() + at;
  }

  void clear() {
    filled = 0;
    size = UNKNOWN;
    lost = false;
    gaps.clear();
  }

  /** Gives back its memory. */
  void release() {
    clear();
    raw = NONE;
  }

  /**
   * Takes bytes of {@code piece} from {@code at} on, as many as belong to the FPDU.
   *
   * @return how many
   */
  int append(StreamBytes piece, int at) {
    int used = 0;
    lastFrame = piece.frame();
    lastNanos = piece.epochNanos();
    while (!lost && !isWhole() && at + used < piece.length()) {
      int count = Math.min(left(), piece.length() - at - used);
      int captured = Math.max(0, Math.min(count, piece.captured() - at - used));
      reserve(filled + count);
      if (captured > 0) {
        piece.bytes().get(piece.offset() + at + used, raw.array(), filled, captured);
      }
      gaps.add(filled + captured, filled + count, Absence.TRUNCATED);
      grow(count);
      used += count;
    }
    return used;
  }

  /** Passes {@code count} bytes, at most {@link #left()}, that were not captured. */
  void pass(int count) {
    reserve(filled + count);
    gaps.add(filled, filled + count, Absence.NOT_CAPTURED);
    grow(count);
  }

  private void grow(int count) {
    filled += count;
    int header = lengthAt + FpduHeaderTest.LENGTH_FIELD;
    if (size == UNKNOWN && filled == header) {
      if (!gaps.isFree(lengthAt, header)) {
        lost = true;
        return;
      }
      int content = FpduHeaderTest.size(raw.getShort(lengthAt) & 0xffff);
      size = content + lengthAt;
      if (marked) {
        size += Markers.LENGTH * Markers.within(distance + lengthAt, content);
      }
    }
  }

  private void reserve(int bytes) {
    if (bytes > raw.capacity()) {
      int capacity = Math.max(FIRST_CAPACITY, raw.capacity());
      while (capacity < bytes) {
        capacity *= 2;
      }
      ByteBuffer larger = ByteBuffer.allocate(capacity);
      System.arraycopy(raw.array(), 0, larger.array(), 0, filled);
      raw = larger;
    }
  }

  // ---- the whole FPDU

  /** The bytes with markers, from index 0 on. */
  byte[] array() {
    return raw.array();
  }

  /** Bytes with markers. */
  int size() {
    return size;
  }

  /** Where the length stands: behind a marker, if one precedes it. */
  int lengthAt() {
    return lengthAt;
  }

  long position() {
    return position;
  }

  boolean isComplete() {
    return gaps.count() == 0;
  }

  /** Index of the first marker that does not point to the length; -1 if there is none. */
  int wrongMarker() {
    if (!marked) {
      return -1;
    }
    for (int at = Markers.untilNext(distance); at < size; at += Markers.SPACING) {
      int expected = at < lengthAt ? 0 : at - lengthAt;
      if (gaps.isFree(at, at + Markers.LENGTH) && (raw.getInt(at) & 0xffff) != expected) {
        return at;
      }
    }
    return -1;
  }

  /** Takes the markers out and shows the rest as an FPDU. */
  void show(Fpdu fpdu) {
    if (marked) {
      removeMarkers();
    }
    int ulpdu = FpduHeaderTest.LENGTH_FIELD;
    fpdu.set(raw, raw.array(), ulpdu, raw.getShort(0) & 0xffff);
    for (int i = 0; i < gaps.count(); i++) {
      fpdu.absent(gaps.from(i) - ulpdu, gaps.to(i) - ulpdu, gaps.why(i));
    }
    fpdu.begins(position, firstFrame, firstNanos, frameOffset);
    fpdu.ends(position + filled, lastFrame, lastNanos);
  }

  private void removeMarkers() {
    byte[] bytes = raw.array();
    int to = 0;
    int from = 0;
    for (int marker = Markers.untilNext(distance); marker < size; marker += Markers.SPACING) {
      System.arraycopy(bytes, from, bytes, to, marker - from);
      to += marker - from;
      gaps.takeOut(to, Markers.LENGTH);
      from = marker + Markers.LENGTH;
    }
    System.arraycopy(bytes, from, bytes, to, size - from);
  }

  /** Where its first byte stands in its frame. */
  int frameOffset() {
    return frameOffset;
  }

  long firstFrame() {
    return firstFrame;
  }

  /** What was gathered, as one run of bytes from index {@code from} on, up to the first gap. */
  StreamBytes contents(int from) {
    int present = gaps.count() == 0 ? filled : Math.min(filled, gaps.from(0));
    return StreamBytes.of(
        raw.array(),
        from,
        Math.max(from, present),
        filled,
        position,
        firstFrame,
        firstNanos,
        frameOffset);
  }
}
