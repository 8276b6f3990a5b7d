package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.IwarpRules;
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

  /** Whether another FPDU seems to begin in it, and whether it is too late to ask that. */
  private boolean holdsOthers;

  private boolean trusted;

  /** Is told where it begins and ends as it comes, and shown the whole. */
  private final Fpdu fpdu;

  FpduAssembly(Fpdu fpdu) {
    this.fpdu = fpdu;
  }

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
    return raw.capacity() + fpdu.cost();
  }

  /**
   * Starts with byte {@code at} of {@code piece}.
   *
   * @param markers of the stream
   */
  void begin(StreamBytes piece, int at, MarkerUse markers) {
    clear();
    long position = piece.position() + at;
    marked = markers.isMarked();
    distance = position - markers.origin();
    lengthAt = markers.lengthOfMarkerAt(position);
    fpdu.begins(position, piece.frame(), piece.epochNanos(), piece.frameOffset() + at);
  }

  void clear() {
    filled = 0;
    size = UNKNOWN;
    lost = false;
    holdsOthers = false;
    trusted = false;
    gaps.clear();
  }

  /** Gives back its memory. */
  void release() {
    clear();
    fpdu.releaseFrames();
    raw = NONE;
  }

  /**
   * Takes bytes of {@code piece} from {@code at} on, as many as belong to the FPDU.
   *
   * @return how many
   */
  int append(StreamBytes piece, int at) {
    int used = 0;
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
    fpdu.goesOn(position() + filled, piece.frame(), piece.epochNanos());
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
      raw = ByteBuffer.wrap(Arrays.copyOf(raw.array(), capacity));
    }
  }

  // ---- FPDUs in it, if its length is wrong

  /** Looks whether another FPDU may begin in what is behind {@code from} bytes of a piece of it. */
  void lookForOthers(StreamBytes piece, int from) {
    if (!holdsOthers && !trusted) {
      holdsOthers = hasHeader(piece, from);
    }
  }

  /** Says whether others seem to begin in it, where no CRC tells. */
  void holdsOthers(boolean seems) {
    holdsOthers = seems && !trusted;
  }

  private boolean hasHeader(StreamBytes piece, int from) {
    int start = piece.offset();
    int end = start + piece.captured();
    int at = start + from;
    // FPDUs and markers are multiples of a marker's length.
    long passed = piece.position() + from - position();
    at += (int) Math.floorMod(-passed, (long) Markers.LENGTH);
    at += passed == 0 ? Markers.LENGTH : 0;
    for (; at + FpduHeaderTest.LENGTH_FIELD + DdpControl.LENGTH <= end; at += Markers.LENGTH) {
      int control = NetworkOrder.shortAt(piece.array(), at + FpduHeaderTest.LENGTH_FIELD);
      if (DdpControl.isUsual(control) && mayBeHeader(piece, at, end - at)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayBeHeader(StreamBytes piece, int at, int present) {
    long passed = piece.position() + at - piece.offset() - position();
    int untilMarker = marked ? Markers.untilNext(distance + passed) : present;
    if (untilMarker == 0) {
      return false;
    }
    int readable = Math.min(present, untilMarker);
    return FpduHeaderTest.weight(piece.bytes(), piece.array(), at, readable) != FpduHeaderTest.NO;
  }

  /**
   * Whether another FPDU seems to begin in it; then only its CRC tells whether its length is right,
   * or what comes next.
   */
  boolean holdsOthers() {
    return holdsOthers;
  }

  /** Takes its length for right, until its CRC tells. */
  void trustLength() {
    holdsOthers = false;
    trusted = true;
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
    return fpdu.position();
  }

  /** Position behind the bytes that were gathered. */
  long end() {
    return position() + filled;
  }

  /** Whether those that came do not begin as an FPDU does. */
  boolean hasNoHeader() {
    return FpduHeaderTest.weight(raw, raw.array(), lengthAt, filled - lengthAt)
        == FpduHeaderTest.NO;
  }

  boolean isComplete() {
    return gaps.count() == 0;
  }

  /** What is wrong with the first marker that does not point to the length; null if all do. */
  @Nullable Finding markerFault() {
    if (!marked) {
      return null;
    }
    for (int at = Markers.untilNext(distance); at < size; at += Markers.SPACING) {
      int expected = at < lengthAt ? 0 : at - lengthAt;
      if (gaps.isFree(at, at + Markers.LENGTH) && (raw.getInt(at) & 0xffff) != expected) {
        return Finding.inFrame(
            IwarpRules.BAD_MARKER,
            fpdu.firstFrame(),
            "the marker " + at + " bytes after the start of an FPDU does not point to its length");
      }
    }
    return null;
  }

  /** Takes the markers out and shows the rest as an FPDU. */
  void show() {
    if (marked) {
      removeMarkers();
    }
    int ulpdu = FpduHeaderTest.LENGTH_FIELD;
    fpdu.set(raw, raw.array(), ulpdu, raw.getShort(0) & 0xffff);
    for (int i = 0; i < gaps.count(); i++) {
      fpdu.absent(gaps.from(i) - ulpdu, gaps.to(i) - ulpdu, gaps.why(i));
    }
    fpdu.ends(position() + filled);
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

  /** What was gathered, as one run of bytes from index {@code from} on, up to the first gap. */
  StreamBytes contents(int from) {
    int present = gaps.count() == 0 ? filled : Math.min(filled, gaps.from(0));
    return StreamBytes.of(
        raw.array(),
        from,
        Math.max(from, present),
        filled,
        fpdu.position(),
        fpdu.firstFrame(),
        fpdu.firstNanos(),
        fpdu.frameOffset());
  }
}
