package org.rdmadump.iwarp.mpa;

import java.util.ArrayDeque;
import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.tcp.MemoryHolder;
import org.rdmadump.tcp.StreamBytes;
import org.rdmadump.tcp.StreamMemory;
import org.rdmadump.tcp.StreamSink;

/**
 * The FPDUs of both sides of a connection, in the order in which they were captured.
 *
 * <p>While framing is looked for in one stream, nothing of the other is decoded either: what it
 * says builds on what the first said before. Both wait, up to a limit.
 */
public final class MpaStreams implements MemoryHolder {
  private static final long MOST_BYTES = 256 << 10;
  private static final int MOST_PIECES = 2048;
  private static final int PIECE_COST = 200;

  private final MpaReceiver[] receivers;
  private final StreamSink[] inlets = {new Inlet(0), new Inlet(1)};
  private final StreamMemory memory;
  private final ArrayDeque<Waiting> queue = new ArrayDeque<>(0);
  private long cost;
  private long charged;

  /** Bytes of a side that wait, or that were not captured. */
  private record Waiting(int side, StreamBytes piece, long position, long missing) {
    static Waiting of(int side, StreamBytes piece) {
      return new Waiting(side, piece, piece.position(), 0);
    }

    int cost() {
      return piece.captured() + PIECE_COST;
    }
  }

  /** Where the bytes of a side come in. */
  private final class Inlet implements StreamSink {
    private final int side;

    Inlet(int side) {
      this.side = side;
    }

    @Override
    public void bytes(StreamBytes piece) {
      if (!isBlocked() && queue.isEmpty()) {
        int used = receivers[side].take(piece);
        if (used == piece.length() && !receivers[side].isSearching()) {
          return;
        }
        putBack(side, piece, used);
      } else {
        StreamBytes copy = piece.copy(0, piece.length());
        add(Waiting.of(side, copy));
        if (receivers[side].isSearching()) {
          receivers[side].lookAt(copy);
        }
      }
      pump();
    }

    @Override
    public void missing(long position, long length) {
      if (receivers[side].isWaiting() && !receivers[side].settle(true)) {
        receivers[side].lookAway();
      }
      if (!isBlocked() && queue.isEmpty()) {
        receivers[side].pass(position, length);
        pump();
      } else {
        add(new Waiting(side, new StreamBytes(), position, length));
        pump();
      }
    }

    @Override
    public void acknowledged(long position) {
      receivers[side].sink().acknowledged(position);
    }

    @Override
    public void repeated(long from, long to, long frame, long epochNanos) {
      receivers[side].sink().repeated(from, to, frame, epochNanos);
    }

    @Override
    public void finding(Finding finding) {
      receivers[side].sink().finding(finding);
    }
  }

  /**
   * The streams of a connection.
   *
   * @param first takes the FPDUs of side 0
   * @param firstBeginning how its stream may begin
   * @param second takes the FPDUs of side 1
   * @param secondBeginning how its stream may begin
   * @param memory what the streams of the run may keep
   */
  public MpaStreams(
      FpduSink first,
      Beginning firstBeginning,
      FpduSink second,
      Beginning secondBeginning,
      StreamMemory memory) {
    MpaNegotiation negotiation = new MpaNegotiation();
    this.receivers =
        new MpaReceiver[] {
          new MpaReceiver(first, negotiation, memory, firstBeginning),
          new MpaReceiver(second, negotiation, memory, secondBeginning)
        };
    this.memory = memory;
  }

  /** Where what {@code side} sent is to be given. */
  public StreamSink inlet(int side) {
    return inlets[side];
  }

  /** Whether something waits until framing is found. */
  private boolean isBlocked() {
    return receivers[0].isWaiting() || receivers[1].isWaiting();
  }

  private void add(Waiting waiting) {
    queue.add(waiting);
    cost += waiting.cost();
  }

  private Waiting removeFirst() {
    Waiting first = queue.removeFirst();
    cost -= first.cost();
    return first;
  }

  /** Keeps what is behind {@code used} bytes for when framing is found again. */
  private void putBack(int side, StreamBytes piece, int used) {
    if (used < piece.length()) {
      Waiting rest = Waiting.of(side, piece.copy(used, piece.length()));
      queue.addFirst(rest);
      cost += rest.cost();
    }
    Optional<StreamBytes> returned = receivers[side].takeBack();
    if (returned.isPresent()) {
      Waiting taken = Waiting.of(side, returned.get());
      queue.addFirst(taken);
      cost += taken.cost();
    }
    if (receivers[side].isSearching()) {
      lookAtQueue(side);
    }
  }

  /**
   * Shows a receiver that lost its framing what waits of its stream, hole by hole until it is
   * found.
   */
  private void lookAtQueue(int side) {
    MpaReceiver receiver = receivers[side];
    receiver.lookAway();
    for (Waiting each : queue) {
      if (each.side == side) {
        if (each.missing == 0) {
          receiver.lookAt(each.piece);
        } else if (receiver.settle(true)) {
          return;
        } else {
          receiver.lookAway();
        }
      }
    }
  }

  private void pump() {
    takeWaiting();
    if (isTooMuch() && settleAtEnd()) {
      takeWaiting();
    }
    if (isTooMuch()) {
      while (cost > MOST_BYTES / 2 || queue.size() > MOST_PIECES / 2) {
        next();
      }
      for (int side = 0; side < receivers.length; side++) {
        if (receivers[side].isSearching()) {
          lookAtQueue(side);
        }
      }
    }
    charge();
  }

  private void takeWaiting() {
    while (settle() && !queue.isEmpty()) {
      next();
    }
  }

  private boolean isTooMuch() {
    return cost > MOST_BYTES || queue.size() > MOST_PIECES;
  }

  /**
   * Before any of it is dropped, sees whether what waits ends where an FPDU does: a side may say
   * little while the other moves much.
   */
  private boolean settleAtEnd() {
    boolean found = false;
    for (MpaReceiver receiver : receivers) {
      found |= receiver.isWaiting() && receiver.settle(true);
    }
    return found;
  }

  /** Whether nothing has to wait. */
  private boolean settle() {
    for (MpaReceiver receiver : receivers) {
      if (receiver.isWaiting()) {
        receiver.settle(false);
      }
    }
    return !isBlocked();
  }

  /** Decodes the oldest of what waits; of a stream without framing it is dropped. */
  private void next() {
    Waiting first = removeFirst();
    MpaReceiver receiver = receivers[first.side];
    if (first.missing > 0) {
      receiver.pass(first.position, first.missing);
      if (receiver.isSearching() && !receiver.isWaiting()) {
        lookAtQueue(first.side);
      }
    } else if (!receiver.isSearching()) {
      int used = receiver.take(first.piece);
      if (used < first.piece.length() || receiver.isSearching()) {
        putBack(first.side, first.piece, used);
      }
    }
  }

  private void charge() {
    if (cost != charged) {
      memory.take(this, cost - charged);
      charged = cost;
    }
    if (cost == 0) {
      memory.forget(this);
    }
  }

  @Override
  public void giveUp() {
    while (!queue.isEmpty()) {
      for (MpaReceiver receiver : receivers) {
        if (receiver.isWaiting() && !receiver.settle(true)) {
          receiver.lookAway();
        }
      }
      // Whoever was told that a stream is not MPA may have ended both.
      if (!queue.isEmpty()) {
        next();
      }
    }
    charge();
  }

  /** Nothing more comes: shows what can be shown of what waits. */
  public void finish() {
    giveUp();
    for (MpaReceiver receiver : receivers) {
      receiver.finish();
    }
    memory.forget(this);
  }
}
