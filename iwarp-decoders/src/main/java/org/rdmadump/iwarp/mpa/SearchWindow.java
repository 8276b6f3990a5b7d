package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.tcp.StreamBytes;

/** The bytes of a stream in which framing is looked for, by their positions. */
final class SearchWindow {
  /** No position. */
  static final long NOWHERE = -1;

  /** More than can wait, so that nothing is let go here of what waits: it is the same memory. */
  private static final long MOST_BYTES = 2 * WaitingQueue.MOST_BYTES;

  private static final int MOST_PIECES = 2 * WaitingQueue.MOST_PIECES;
  private static final int PIECE_COST = 150;
  private static final int OUTSIDE = -1;

  private final FpduCrc crc;
  private final byte[] headerBytes = new byte[FpduHeaderTest.MOST];
  private final ByteBuffer header = ByteBuffer.wrap(headerBytes);
  private final List<StreamBytes> pieces = new ArrayList<>(0);
  private long cost;
  private int latest;

  SearchWindow(FpduCrc crc) {
    this.crc = crc;
  }

  void clear() {
    pieces.clear();
    cost = 0;
    latest = 0;
  }

  boolean isEmpty() {
    return pieces.isEmpty();
  }

  /** Position of the first byte; {@link #NOWHERE} if there is none. */
  long start() {
    return pieces.isEmpty() ? NOWHERE : pieces.get(0).position();
  }

  /** Position behind the last byte; {@link #NOWHERE} if there is none. */
  long end() {
    return pieces.isEmpty() ? NOWHERE : pieces.get(pieces.size() - 1).end();
  }

  StreamBytes firstPiece() {
    return pieces.get(0);
  }

  /**
   * Adds bytes that follow those before, and are its own from now on.
   *
   * @return whether the first half was let go, as it got too much
   */
  boolean add(StreamBytes piece) {
    pieces.add(piece);
    cost += piece.captured() + PIECE_COST;
    if (cost <= MOST_BYTES && pieces.size() <= MOST_PIECES) {
      return false;
    }
    int gone = 0;
    while (gone < pieces.size() - 1
        && (cost > MOST_BYTES / 2 || pieces.size() - gone > MOST_PIECES / 2)) {
      cost -= pieces.get(gone).captured() + PIECE_COST;
      gone++;
    }
    pieces.subList(0, gone).clear();
    latest = 0;
    return true;
  }

  private boolean holds(long position) {
    return position >= start() && position < end();
  }

  /** The piece that holds a position, which is inside. */
  StreamBytes pieceAt(long position) {
    int low = 0;
    int high = pieces.size() - 1;
    if (latest <= high && pieces.get(latest).position() <= position) {
      if (position < pieces.get(latest).end()) {
        return pieces.get(latest);
      }
      low = latest;
    }
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (pieces.get(middle).position() <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    latest = low;
    return pieces.get(low);
  }

  /** The byte at {@code position}, {@link #OUTSIDE} if it is not there. */
  private int byteAt(long position) {
    if (!holds(position)) {
      return OUTSIDE;
    }
    StreamBytes piece = pieceAt(position);
    int at = (int) (position - piece.position());
    return at < piece.captured()
        ? NetworkOrder.byteAt(piece.array(), piece.offset() + at)
        : OUTSIDE;
  }

  /** Whether what was sent of a range was captured. */
  boolean isCaptured(long from, long to) {
    long at = from;
    while (at < Math.min(to, end())) {
      StreamBytes piece = pieceAt(at);
      if (piece.captured() < piece.length() && at < to) {
        return false;
      }
      at = piece.end();
    }
    return true;
  }

  /** Whether all of a range is here. */
  boolean isPresent(long from, long to) {
    if (holds(from)) {
      StreamBytes piece = pieceAt(from);
      if (to - piece.position() <= piece.captured()) {
        return true;
      }
    }
    return from >= start() && to <= end() && isCaptured(from, to);
  }

  /** Whether the CRC that ends a range fits to the bytes before it; all of them are present. */
  boolean crcFits(long at, long size) {
    long end = at + size - FpduCrc.LENGTH;
    crc.begin();
    long from = at;
    while (from < end) {
      StreamBytes piece = pieceAt(from);
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

  // ---- headers

  /** Whether a header that begins at {@code position} may go on behind {@code end}. */
  static boolean mayGoOn(long position, long end) {
    return end - position < FpduHeaderTest.MOST;
  }

  /** The header that was weighed last, from its length field on. */
  ByteBuffer header() {
    return header;
  }

  /** Reads the header at {@code position} of a stream without markers, and weighs it. */
  int weightAt(long position) {
    return weightAt(position, NOWHERE);
  }

  /**
   * Reads the header at {@code position}, if it was captured, and weighs it.
   *
   * @param marker position of a marker, to leave out those that stand in the header; {@link
   *     #NOWHERE} if there are none
   */
  int weightAt(long position, long marker) {
    if (!holds(position)) {
      return FpduHeaderTest.TOO_FEW;
    }
    StreamBytes piece = pieceAt(position);
    int within = (int) (position - piece.position());
    int here = piece.captured() - within;
    // A marker is as long as both of these, so that none stands among them.
    if (here >= FpduHeaderTest.LENGTH_FIELD + DdpControl.LENGTH
        && (marker == NOWHERE || Markers.untilNext(position - marker) != 0)) {
      int first = piece.offset() + within;
      int control = NetworkOrder.shortAt(piece.array(), first + FpduHeaderTest.LENGTH_FIELD);
      if (!DdpControl.isUsual(control)) {
        return FpduHeaderTest.NO;
      }
      if (marker == NOWHERE && here >= FpduHeaderTest.MOST) {
        System.arraycopy(piece.array(), first, headerBytes, 0, FpduHeaderTest.MOST);
        return FpduHeaderTest.weight(header, headerBytes, 0, FpduHeaderTest.MOST);
      }
    }
    int present = 0;
    long at = position;
    while (present < FpduHeaderTest.MOST) {
      if (marker != NOWHERE && Markers.untilNext(at - marker) == 0) {
        at += Markers.LENGTH;
      }
      int value = byteAt(at++);
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

  // ---- markers

  /** Bytes from the start of its FPDU to a marker, if one may stand here; else negative. */
  int markerAt(long position) {
    if (!holds(position)) {
      return -1;
    }
    StreamBytes piece = pieceAt(position);
    int within = (int) (position - piece.position());
    if (within + Markers.LENGTH <= piece.captured()) {
      // What is not a marker is negative, or longer than any FPDU.
      int word = NetworkOrder.intAt(piece.array(), piece.offset() + within);
      return word >>> Short.SIZE == 0 ? word : -1;
    }
    int value = 0;
    for (int i = 0; i < Markers.LENGTH; i++) {
      int next = byteAt(position + i);
      if (next == OUTSIDE || (next != 0 && i < Short.BYTES)) {
        return -1;
      }
      value = value << Byte.SIZE | next;
    }
    return value;
  }
}
