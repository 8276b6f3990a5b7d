package org.rdmadump.tcp;

import org.jspecify.annotations.Nullable;

/**
 * What one side of a TCP connection sends again: whether it is the same, and whether it was needed.
 */
final class Retransmissions {
  private final StreamEvents events;
  private final StreamSink sink;
  private final RecentBytesPool pool;
  private @Nullable RecentBytes recent;

  /** What was sent again or acknowledged selectively; made for the first. */
  private @Nullable SentAgain sentAgain;

  /**
   * None yet of a stream.
   *
   * @param events is told of them
   * @param sink takes the first copies
   */
  Retransmissions(StreamEvents events, StreamSink sink, RecentBytesPool pool) {
    this.events = events;
    this.sink = sink;
    this.pool = pool;
  }

  /** Remembers bytes that are passed on. */
  void remember(StreamBytes bytes) {
    RecentBytes remembered = recent;
    if (remembered == null) {
      remembered = pool.lend(this);
      remembered.restart(bytes.position());
      recent = remembered;
    }
    remembered.add(bytes);
  }

  /** Forgets bytes from a position on, which were not taken. */
  void forget(long position) {
    if (recent != null) {
      recent.cut(position);
    }
  }

  /**
   * Takes bytes that were passed on before, and compares them.
   *
   * @param piece of the segment
   * @param to position before which they are
   * @param expected position before which all was passed on
   * @param acknowledged position before which the receiver has all
   * @return whether they are the same, as far as the first copy is still known
   */
  boolean repeated(
      TcpSegment segment, StreamBytes piece, long to, long expected, long acknowledged) {
    int count = (int) (to - piece.position());
    boolean isProbed = count <= 1 && to == expected;
    if (isProbed && piece.length() <= 1) {
      // A keep-alive probe.
      return true;
    }
    boolean same = true;
    RecentBytes remembered = recent;
    if (remembered != null) {
      int differing =
          remembered.firstDifference(
              piece.position(), piece.array(), piece.offset(), Math.min(count, piece.captured()));
      if (differing >= 0) {
        differs(piece, differing, sink.sentOtherwise(piece));
        same = false;
      }
    }
    // A byte that a probe of the window brought, and the segment that it is from.
    if (!isProbed) {
      copy(segment, piece, to, acknowledged);
      if (to < piece.end()) {
        events.repeatedInPart();
      }
    }
    return same;
  }

  /** Takes a copy of the bytes of {@code piece} before {@code to}. */
  void copy(TcpSegment segment, StreamBytes piece, long to, long acknowledged) {
    events.repeated(piece.position(), to, piece.frame(), piece.epochNanos());
    SentAgain copies = known();
    copies.copy(segment, piece.position(), to, acknowledged, events);
    keep(copies);
  }

  /**
   * Learns from an acknowledgement which copies were needless.
   *
   * @param before position before which the receiver had all, as far as it was known
   * @param position before which it has all by this acknowledgement
   * @param highest position behind all that was seen
   */
  void acknowledged(TcpSegment segment, long before, long position, long highest) {
    if (sentAgain != null || segment.selectiveBlocks() > 0) {
      SentAgain copies = known();
      copies.acknowledged(segment, before, position, highest, events);
      keep(copies);
    }
  }

  /** Whether nothing can be learned from an acknowledgement without options. */
  boolean isEmpty() {
    return sentAgain == null;
  }

  private SentAgain known() {
    SentAgain copies = sentAgain;
    return copies == null ? new SentAgain() : copies;
  }

  private void keep(SentAgain copies) {
    sentAgain = copies.isEmpty() ? null : copies;
  }

  /**
   * Notes that byte {@code index} of a piece was sent before with another value.
   *
   * @param taken whether this one counts
   */
  void differs(StreamBytes piece, int index, boolean taken) {
    String used = taken ? "this copy" : "the first copy";
    events.finding(
        piece.finding(
            TcpRules.OVERLAP_DIFFERS,
            index,
            "a retransmitted byte has another value; rdmadump uses " + used));
  }

  /** Gives back its memory. */
  void finish() {
    if (recent != null) {
      recent = null;
      pool.giveBack(this);
    }
  }

  /** Hands over the memory of delivered bytes to another stream. */
  RecentBytes takeAwayRecent() {
    RecentBytes taken = recent;
    recent = null;
    return taken == null ? new RecentBytes() : taken;
  }
}
