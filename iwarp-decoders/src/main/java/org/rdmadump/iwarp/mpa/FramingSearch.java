package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.mpa.MpaNegotiation.CrcUse;
import org.rdmadump.tcp.StreamBytes;

/**
 * Looks for the start of an FPDU in a stream whose framing is not known: behind a hole, or because
 * the capture began late.
 *
 * <p>A place is proven by the CRC of the FPDU that begins there, where CRCs are in use or not known
 * to be out of use; else by a run of headers, each where the one before says that it is, which tell
 * more than chance would. In a stream with markers the markers point to the place.
 */
final class FramingSearch {
  /** No place is known. */
  static final long NOWHERE = -1;

  /** Opcode of RDMA Write (RFC 5040 section 4.2). */
  private static final int RDMA_WRITE = 0;

  /** Headers that prove a place, an untagged one or one that continues another counting twice. */
  private static final int PROOF = 3;

  /** The same, where the stream breaks off exactly behind the last of them. */
  private static final int PROOF_AT_END = 2;

  private static final int MOST_BYTES = 192 << 10;
  private static final int MOST_PIECES = 2048;
  private static final int MOST_CANDIDATES = 16;
  private static final int PIECE_COST = 150;
  private static final int OUTSIDE = -1;

  private final FpduCrc crc;
  private final byte[] headerBytes = new byte[FpduHeaderTest.MOST];
  private final ByteBuffer header = ByteBuffer.wrap(headerBytes);
  private final List<StreamBytes> window = new ArrayList<>(0);
  private final List<Long> candidates = new ArrayList<>(0);
  private long scanned;
  private long cost;
  private long lookedAt;
  private int latest;

  FramingSearch(FpduCrc crc) {
    this.crc = crc;
  }

  /** Forgets what was gathered. */
  void clear() {
    window.clear();
    candidates.clear();
    cost = 0;
    latest = 0;
  }

  boolean isEmpty() {
    return window.isEmpty();
  }

  /** Bytes that were looked at since framing was last known. */
  long lookedAt() {
    return lookedAt;
  }

  long start() {
    return window.isEmpty() ? NOWHERE : window.get(0).position();
  }

  /** Whether it was looked at {@code position}, and no FPDU can begin there. */
  boolean isWithoutStart(long position) {
    return scanned > position && !candidates.contains(position);
  }

  /** Says that framing is known. */
  void restart() {
    lookedAt = 0;
  }

  StreamBytes firstPiece() {
    return window.get(0);
  }

  /** Adds bytes that follow those before, and are its own from now on. */
  void add(StreamBytes piece) {
    if (piece.length() == 0) {
      return;
    }
    if (window.isEmpty()) {
      scanned = piece.position();
    }
    window.add(piece);
    cost += piece.captured() + PIECE_COST;
    lookedAt += piece.length();
    if (cost > MOST_BYTES || window.size() > MOST_PIECES) {
      forgetHalf();
    }
  }

  private void forgetHalf() {
    while (window.size() > 1 && (cost > MOST_BYTES / 2 || window.size() > MOST_PIECES / 2)) {
      cost -= window.remove(0).captured() + PIECE_COST;
    }
    latest = 0;
    long start = window.get(0).position();
    scanned = Math.max(scanned, start);
    while (!candidates.isEmpty() && candidates.get(0) < start) {
      candidates.remove(0);
    }
  }

  /**
   * The first place that is proven.
   *
   * @param use whether CRCs are in use
   * @param proven whether a right CRC was seen in this stream: then nothing else proves a place
   * @param breaksOff whether nothing follows what was gathered
   */
  long find(CrcUse use, boolean proven, boolean breaksOff) {
    scan();
    for (int i = 0; i < candidates.size(); ) {
      int verdict = verdict(candidates.get(i), use, proven, breaksOff);
      if (verdict > 0) {
        return candidates.get(i);
      }
      if (verdict < 0) {
        candidates.remove(i);
      } else {
        i++;
      }
    }
    return NOWHERE;
  }

  private void scan() {
    long end = end();
    while (scanned < end && candidates.size() < MOST_CANDIDATES) {
      skipUnlikely();
      int weight = weightAt(scanned);
      if (weight == FpduHeaderTest.TOO_FEW && isWithin(scanned, end)) {
        return;
      }
      if (weight > 0) {
        candidates.add(scanned);
      }
      scanned++;
    }
  }

  /**
   * Passes places where no FPDU can begin, up to the end of the piece, without a look into the
   * window for each byte.
   */
  private void skipUnlikely() {
    StreamBytes piece = window.get(pieceAt(scanned));
    byte[] bytes = piece.array();
    int at = piece.offset() + (int) (scanned - piece.position());
    int end = piece.offset() + piece.captured() - FpduHeaderTest.LENGTH_FIELD - DdpControl.LENGTH;
    while (at <= end
        && !DdpControl.isVersion1(NetworkOrder.shortAt(bytes, at + FpduHeaderTest.LENGTH_FIELD))) {
      at++;
    }
    scanned = piece.position() + at - piece.offset();
  }

  /** Whether a header that begins here may go on behind the end of what was gathered. */
  private static boolean isWithin(long position, long end) {
    return end - position < FpduHeaderTest.MOST;
  }

  /** 1 if proven, -1 if refuted, 0 if more has to come. */
  private int verdict(long candidate, CrcUse use, boolean proven, boolean breaksOff) {
    long at = candidate;
    int evidence = 0;
    int headers = 0;
    int continued = 0;
    long continuedOffset = 0;
    while (true) {
      if (at == end()) {
        return breaksOff ? sign(evidence >= PROOF_AT_END && !proven) : 0;
      }
      int weight = weightAt(at);
      if (weight == FpduHeaderTest.TOO_FEW) {
        boolean cut = breaksOff || !isWithin(at, end());
        return cut ? sign(evidence >= PROOF && headers > 1) : 0;
      }
      if (weight == FpduHeaderTest.NO) {
        return -1;
      }
      int length = header.getShort(0) & 0xffff;
      int size = FpduHeaderTest.size(length);
      if (use != CrcUse.OFF && isPresent(at, at + size)) {
        if (crcFits(at, size)) {
          return 1;
        }
        if (proven) {
          return -1;
        }
      }
      int control = header.getShort(FpduHeaderTest.LENGTH_FIELD) & 0xffff;
      if (weight == FpduHeaderTest.TAGGED) {
        TaggedHeader tagged = TaggedHeader.read(header, FpduHeaderTest.LENGTH_FIELD);
        boolean continues =
            continued == stream(control)
                && continuedOffset == tagged.taggedOffset()
                && !DdpControl.isLast(control);
        evidence += continues ? 2 : 1;
        continued = DdpControl.isLast(control) ? 0 : stream(control);
        continuedOffset = tagged.taggedOffset() + length - TaggedHeader.LENGTH;
      } else {
        evidence += 2;
        continued = 0;
      }
      headers++;
      if (evidence >= PROOF && headers > 1 && (!proven || !isCaptured(at, at + size))) {
        return 1;
      }
      at += size;
    }
  }

  /** Tells Writes from Read Responses. */
  private static int stream(int control) {
    return DdpControl.opcode(control) == RDMA_WRITE ? 1 : 2;
  }

  private static int sign(boolean holds) {
    return holds ? 1 : -1;
  }

  /** Reads the header at {@code position}, if it was captured, and weighs it. */
  private int weightAt(long position) {
    int present = 0;
    while (present < FpduHeaderTest.MOST) {
      int value = byteAt(position + present);
      if (value == OUTSIDE) {
        break;
      }
      header.put(present, (byte) value);
      present++;
      if (present == FpduHeaderTest.LENGTH_FIELD + DdpControl.LENGTH
          && !DdpControl.isValid(header.getShort(FpduHeaderTest.LENGTH_FIELD) & 0xffff)) {
        return FpduHeaderTest.NO;
      }
    }
    int weight = FpduHeaderTest.weight(header, headerBytes, 0, present);
    boolean whole = present >= FpduHeaderTest.LENGTH_FIELD + TaggedHeader.LENGTH;
    return weight == FpduHeaderTest.TAGGED && !whole ? FpduHeaderTest.TOO_FEW : weight;
  }

  // ---- the bytes of the window

  private long end() {
    return window.isEmpty() ? NOWHERE : window.get(window.size() - 1).end();
  }

  /** The byte at {@code position}, {@link #OUTSIDE} if it is not there. */
  private int byteAt(long position) {
    int index = pieceAt(position);
    if (index < 0) {
      return OUTSIDE;
    }
    StreamBytes piece = window.get(index);
    int at = (int) (position - piece.position());
    return at < piece.captured()
        ? NetworkOrder.byteAt(piece.array(), piece.offset() + at)
        : OUTSIDE;
  }

  private int pieceAt(long position) {
    if (position < start() || position >= end()) {
      return -1;
    }
    int low = 0;
    int high = window.size() - 1;
    if (latest <= high && window.get(latest).position() <= position) {
      if (position < window.get(latest).end()) {
        return latest;
      }
      low = latest;
    }
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (window.get(middle).position() <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    latest = low;
    return low;
  }

  /** Whether all of a range was sent, captured or cut. */
  private boolean isSent(long from, long to) {
    return from >= start() && to <= end();
  }

  /** Whether what was sent of a range was captured. */
  private boolean isCaptured(long from, long to) {
    long at = from;
    while (at < Math.min(to, end())) {
      StreamBytes piece = window.get(pieceAt(at));
      if (piece.captured() < piece.length() && at < to) {
        return false;
      }
      at = piece.end();
    }
    return true;
  }

  private boolean isPresent(long from, long to) {
    return isSent(from, to) && isCaptured(from, to);
  }

  private boolean crcFits(long at, int size) {
    long end = at + size - FpduCrc.LENGTH;
    crc.begin();
    long from = at;
    while (from < end) {
      StreamBytes piece = window.get(pieceAt(from));
      int first = piece.offset() + (int) (from - piece.position());
      int count = (int) (Math.min(end, piece.end()) - from);
      crc.add(piece.array(), first, first + count);
      from += count;
    }
    int stored = 0;
    for (int i = FpduCrc.LENGTH - 1; i >= 0; i--) {
      stored = stored << Byte.SIZE | byteAt(end + i);
    }
    return crc.value() == stored;
  }

  // ---- streams with markers

  /**
   * The place of an FPDU that a marker points to.
   *
   * @param origin position of the first marker
   */
  long findByMarker(long origin) {
    long end = end();
    long marker = start() + Markers.untilNext(start() - origin);
    for (; marker + Markers.LENGTH <= end; marker += Markers.SPACING) {
      int distance = 0;
      for (int i = 0; i < Markers.LENGTH; i++) {
        int value = byteAt(marker + i);
        // A byte that was cut makes the pointer invalid.
        distance = value == OUTSIDE ? -1 : distance << Byte.SIZE | value;
      }
      long place = marker - distance;
      if (distance >= 0 && distance % Markers.LENGTH == 0 && place >= start()) {
        boolean follows = distance > 0 && Markers.untilNext(place - Markers.LENGTH - origin) == 0;
        return follows && place - Markers.LENGTH >= start() ? place - Markers.LENGTH : place;
      }
    }
    return NOWHERE;
  }
}
