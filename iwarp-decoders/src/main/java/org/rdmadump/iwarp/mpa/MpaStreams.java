package org.rdmadump.iwarp.mpa;

import java.util.List;
import java.util.Optional;
import org.rdmadump.tcp.MemoryHolder;
import org.rdmadump.tcp.StreamBytes;
import org.rdmadump.tcp.StreamMemory;
import org.rdmadump.tcp.StreamSink;

/**
 * The FPDUs of both sides of a connection, in the order in which they were captured.
 *
 * <p>While framing is looked for in one stream, nothing of the other is decoded either: what it
 * says builds on what the first said before. Both wait, up to a limit.
 *
 * <p>An FPDU whose length is wrong takes others in until its CRC shows that. While one seems to,
 * the other stream waits as well, up to the same limit, and the segments are kept: they are decoded
 * again each as what it is, and in the order in which they were captured.
 */
public final class MpaStreams implements MemoryHolder {
  private static final int NONE = -1;

  private final MpaReceiver[] receivers;
  private final StreamSink[] inlets;
  private final StreamMemory memory;
  private final WaitingQueue queue = new WaitingQueue();
  private final HeldAcknowledgements acknowledgements;
  private long charged;

  /** Where the bytes of a side come in; acknowledgements do not overtake what waits. */
  private final class Inlet implements StreamSink {
    private final int side;
    private final MpaReceiver receiver;

    Inlet(int side) {
      this.side = side;
      this.receiver = receivers[side];
    }

    @Override
    public int bytes(StreamBytes piece) {
      if (!isBlocked() && queue.isEmpty()) {
        int used = receiver.take(piece);
        if (receiver.search().isOn()) {
          putBack(side, piece, used);
        } else if (receiver.deframer().mayHoldOthers(piece.position())) {
          Waiting kept = Waiting.of(side, piece.copy(0, piece.length()));
          kept.taken(true);
          add(kept);
        } else {
          return used;
        }
      } else {
        StreamBytes copy = piece.copy(0, piece.length());
        add(Waiting.of(side, copy));
        if (receiver.search().isOn()) {
          receiver.search().add(copy);
        }
      }
      pump();
      return piece.length();
    }

    @Override
    public boolean sentOtherwise(StreamBytes piece) {
      boolean holds = receiver.deframer().mayHoldOthers(Long.MAX_VALUE);
      if (isBlocked() || !(queue.isEmpty() || holds)) {
        return false;
      }
      List<StreamBytes> instead = receiver.deframer().sentOtherwise(piece);
      if (instead.isEmpty()) {
        return false;
      }
      if (holds) {
        takeInstead(side, instead);
      } else {
        for (StreamBytes each : instead) {
          bytes(each);
        }
      }
      return true;
    }

    @Override
    public void missing(long position, long length) {
      if (receiver.search().isWaiting()) {
        receiver.breakOff(position + length);
      }
      if (!isBlocked() && queue.isEmpty()) {
        receiver.pass(position, length);
      } else {
        add(Waiting.ofHole(side, position, length));
      }
      pump();
    }

    @Override
    public void acknowledged(long position, long epochNanos) {
      acknowledgements.take(side, position, epochNanos, queue.begin(side));
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
    this.inlets = new StreamSink[] {new Inlet(0), new Inlet(1)};
    this.acknowledgements = new HeldAcknowledgements(first, second);
    this.memory = memory;
  }

  /** Where what {@code side} sent is to be given. */
  public StreamSink inlet(int side) {
    return inlets[side];
  }

  /** Runs of bytes in which framing was looked for, each as often as it was. */
  long looks() {
    return receivers[0].search().looks() + receivers[1].search().looks();
  }

  /** Whether something waits until framing is found. */
  private boolean isBlocked() {
    return receivers[0].search().isWaiting() || receivers[1].search().isWaiting();
  }

  /** Keeps what is behind {@code used} bytes for when framing is found again. */
  private void putBack(int side, StreamBytes piece, int used) {
    Optional<StreamBytes> returned = receivers[side].deframer().takeBack();
    int from =
        returned.isPresent()
            ? (int) Math.max(0, returned.get().position() - piece.position())
            : used;
    if (from < piece.length()) {
      queue.addFirst(Waiting.of(side, piece.copy(from, piece.length())));
    }
    if (returned.isPresent()) {
      queue.addFirst(side, returned.get(), piece.position());
    }
    receivers[side].lookAt(queue, side);
  }

  // ---- FPDUs that may hold others

  /** Takes other bytes in place of such an FPDU, and then again what it took in. */
  private void takeInstead(int side, List<StreamBytes> instead) {
    long first = queue.takeBack(side, Long.MAX_VALUE);
    for (int i = instead.size() - 1; i >= 0; i--) {
      queue.addFirst(side, instead.get(i), first);
    }
    pump();
  }

  /** A side that puts together an FPDU that may hold others, if one does. */
  private int holder() {
    for (int side = 0; side < receivers.length; side++) {
      if (receivers[side].deframer().mayHoldOthers(Long.MAX_VALUE)) {
        return side;
      }
    }
    return NONE;
  }

  /** Goes on with that FPDU, as far as it was captured. Returns whether anything was taken. */
  private boolean takeHeld(int side) {
    Optional<Waiting> next = queue.firstNotTaken(side);
    if (next.isEmpty()) {
      return false;
    }
    if (next.get().missing() > 0) {
      stopHolding();
    } else {
      take(side, next.get());
    }
    return true;
  }

  private void take(int side, Waiting next) {
    MpaReceiver receiver = receivers[side];
    next.taken(true);
    int used = receiver.take(next.piece());
    if (receiver.deframer().mayHoldOthers(next.position())) {
      return;
    }
    Optional<StreamBytes> returned = receiver.deframer().takeBack();
    if (returned.isPresent() && returned.get().position() < next.position()) {
      queue.addFirst(side, returned.get(), queue.takeBack(side, next.position()));
    } else {
      long kept = returned.isPresent() ? returned.get().position() : next.position() + used;
      queue.removeTaken(next, (int) (kept - next.position()));
    }
    if (receiver.search().isOn()) {
      receiver.lookAt(queue, side);
    }
  }

  /** Takes such FPDUs for what they say they are. Returns whether there was one. */
  private boolean stopHolding() {
    boolean any = false;
    for (int side = holder(); side != NONE; side = holder()) {
      receivers[side].deframer().trustLength();
      queue.removeTaken(side);
      any = true;
    }
    return any;
  }

  // ---- what waits

  private void add(Waiting waiting) {
    acknowledgements.remember(waiting);
    queue.add(waiting);
  }

  private void pump() {
    takeWaiting();
    if (queue.isTooMuch() && settleAtEnd()) {
      takeWaiting();
    }
    if (queue.isTooMuch() && stopHolding()) {
      takeWaiting();
    }
    if (queue.isTooMuch()) {
      while (queue.isMoreThanHalf()) {
        stopHolding();
        if (!queue.isEmpty()) {
          noteIfGivenUp(queue.first());
          next();
        }
      }
      for (int side = 0; side < receivers.length; side++) {
        if (receivers[side].search().isOn()) {
          receivers[side].lookAt(queue, side);
        }
      }
    }
    tellAcknowledged();
    charge();
  }

  /** Takes note that what comes next is dropped: framing was not found in it in time. */
  private void noteIfGivenUp(Waiting next) {
    FramingSearch search = receivers[next.side()].search();
    if (next.missing() == 0 && search.isOn()) {
      search.gaveUp();
    }
  }

  private void tellAcknowledged() {
    if (queue.isEmpty()) {
      acknowledgements.tellAll();
    }
  }

  private void takeWaiting() {
    boolean more = true;
    while (more && settle() && !queue.isEmpty()) {
      int holder = holder();
      if (holder == NONE) {
        next();
      } else {
        more = takeHeld(holder);
      }
    }
  }

  /**
   * Before any of it is dropped, sees whether what waits ends where an FPDU does: a side may say
   * little while the other moves much.
   */
  private boolean settleAtEnd() {
    boolean found = false;
    for (MpaReceiver receiver : receivers) {
      found |= receiver.settle(true);
    }
    return found;
  }

  /** Whether nothing has to wait. */
  private boolean settle() {
    for (MpaReceiver receiver : receivers) {
      receiver.settle(false);
    }
    return !isBlocked();
  }

  /** Decodes the oldest of what waits; of a stream without framing it is dropped. */
  private void next() {
    Waiting first = queue.removeFirst();
    acknowledgements.tellBefore(first);
    int side = first.side();
    MpaReceiver receiver = receivers[side];
    if (first.missing() > 0) {
      receiver.pass(first.position(), first.missing());
      if (receiver.search().isOn() && !receiver.search().isWaiting()) {
        receiver.lookAt(queue, side);
      }
    } else if (!receiver.search().isOn()) {
      int used = receiver.take(first.piece());
      if (receiver.search().isOn()) {
        putBack(side, first.piece(), used);
        receiver.settle(false);
      } else if (receiver.deframer().mayHoldOthers(first.position())) {
        first.taken(true);
        queue.addFirst(first);
      }
    }
  }

  /** Has the FPDUs decoded that one without an end took in. */
  private void breakUp(int side) {
    Optional<StreamBytes> contents = receivers[side].deframer().breakUp();
    if (contents.isPresent()) {
      queue.addFirst(side, contents.get(), queue.takeBack(side, contents.get().end()));
      receivers[side].lookAt(queue, side);
      pump();
    }
  }

  private void charge() {
    long cost = queue.cost();
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
      stopHolding();
      for (int side = 0; side < receivers.length; side++) {
        if (receivers[side].search().isWaiting()) {
          receivers[side].breakOff(queue.end(side));
        }
      }
      // Whoever was told that a stream is not MPA may have ended both.
      if (!queue.isEmpty()) {
        next();
      }
    }
    tellAcknowledged();
    charge();
  }

  /** Nothing more comes: shows what can be shown of what waits. */
  public void finish() {
    for (int side = 0; side < receivers.length; side++) {
      breakUp(side);
    }
    giveUp();
    for (MpaReceiver receiver : receivers) {
      receiver.finish();
    }
    memory.forget(this);
  }
}
