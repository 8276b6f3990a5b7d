package org.rdmadump.iwarp.mpa;

import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.tcp.StreamBytes;

/**
 * Segments inside of an FPDU that look as if its length were wrong: whole FPDUs fill each of them,
 * with Sends among them that are the next of their direction. Where no CRC tells, several in a row
 * are believed in place of the length. User data hardly ever looks so: it would have to hold FPDUs
 * that begin and end where segments do, with the right numbers.
 */
final class FilledSegments {
  /**
   * Segments in a row with Sends that are believed. Before that, a retransmission of the wrong
   * segment may come.
   */
  private static final int PROOF = 8;

  /** Sends that may be missing before the first: in the segment of the wrong length, and lost. */
  private static final int MOST_BEFORE = 16;

  private final FpduSink sink;
  private int row;

  /** The number that is due, once a Send was found. */
  private int next;

  private boolean hasNext;

  /**
   * Segments of one stream.
   *
   * @param sink knows which Send is the next
   */
  FilledSegments(FpduSink sink) {
    this.sink = sink;
  }

  /** Forgets what was looked at. */
  void clear() {
    row = 0;
    hasNext = false;
  }

  /** Whether the last segment was one of a row. */
  boolean isRow() {
    return row > 0;
  }

  /** Whether there are so many in a row that they are believed. */
  boolean isProof() {
    return row >= PROOF;
  }

  /** Looks at a segment that is inside of an FPDU as a whole. */
  void look(StreamBytes piece) {
    boolean any = false;
    int at = 0;
    while (at < piece.length()) {
      int start = piece.offset() + at;
      int present = piece.captured() - at;
      if (present < FpduHeaderTest.MOST
          || !DdpControl.isUsual(
              NetworkOrder.shortAt(piece.array(), start + FpduHeaderTest.LENGTH_FIELD))) {
        clear();
        return;
      }
      int weight = FpduHeaderTest.weight(piece.bytes(), piece.array(), start, present);
      if (weight == FpduHeaderTest.NO || (isSend(weight, piece, start) && !isNext(piece, start))) {
        clear();
        return;
      }
      any |= isSend(weight, piece, start);
      at += FpduHeaderTest.size(NetworkOrder.shortAt(piece.array(), start));
    }
    if (at > piece.length()) {
      clear();
    } else if (any) {
      row++;
    }
  }

  private static boolean isSend(int weight, StreamBytes piece, int start) {
    return weight == FpduHeaderTest.UNTAGGED
        && header(piece, start).queue() == RdmapOpcode.SEND_QUEUE;
  }

  private boolean isNext(StreamBytes piece, int start) {
    UntaggedHeader header = header(piece, start);
    int number = header.messageSequence();
    boolean isNext;
    if (hasNext) {
      isNext = number == next || (number == next - 1 && header.messageOffset() > 0);
    } else {
      int before = sink.sendsBefore(number);
      isNext = before >= 0 && before <= MOST_BEFORE;
    }
    next = number + 1;
    hasNext = true;
    return isNext;
  }

  private static UntaggedHeader header(StreamBytes piece, int start) {
    return UntaggedHeader.read(piece.bytes(), start + FpduHeaderTest.LENGTH_FIELD);
  }
}
