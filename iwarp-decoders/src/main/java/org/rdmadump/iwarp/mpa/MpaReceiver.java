package org.rdmadump.iwarp.mpa;

import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.tcp.StreamBytes;
import org.rdmadump.tcp.StreamMemory;

/**
 * Finds the FPDUs in what one side of a TCP connection sends: behind its start-up frame, and where
 * framing is lost, it is looked for again.
 *
 * <p>RFC 5044.
 */
final class MpaReceiver {
  private enum State {
    START_UP,
    FRAMED,
    DEAD
  }

  private final FpduSink sink;
  private final MpaNegotiation negotiation;
  private final Beginning beginning;
  private final MarkerUse markers;
  private final FpduCheck check;
  private final StartUpAssembly startUp = new StartUpAssembly();
  private final FramingSearch search;
  private final Deframer deframer;
  private State state = State.START_UP;
  private boolean framedOnce;

  /** Where the next FPDU begins, as far as it is known not to begin earlier. */
  private long resumesFrom;

  /**
   * A receiver.
   *
   * @param sink takes the FPDUs
   * @param negotiation shared with the other direction
   * @param memory what the streams of the run may keep
   * @param beginning how the stream may begin
   */
  MpaReceiver(FpduSink sink, MpaNegotiation negotiation, StreamMemory memory, Beginning beginning) {
    this.sink = sink;
    this.negotiation = negotiation;
    this.beginning = beginning;
    FpduCrc crc = new FpduCrc();
    markers = new MarkerUse(negotiation);
    check = new FpduCheck(sink, negotiation, markers, crc);
    search = new FramingSearch(sink, negotiation, markers, check, crc, memory);
    deframer = new Deframer(sink, negotiation, markers, check, search, memory);
  }

  /** Looks for framing where it is lost. */
  FramingSearch search() {
    return search;
  }

  /** Takes out FPDUs where framing is known. */
  Deframer deframer() {
    return deframer;
  }

  /**
   * Takes bytes that follow those before, while it is not searching.
   *
   * @return how many were used; fewer than there are if framing was lost behind them, or the next
   *     are wrong because their segment is damaged
   */
  int take(StreamBytes piece) {
    int at = (int) Math.max(0, Math.min(piece.length(), resumesFrom - piece.position()));
    while (at < piece.length() && !search.isOn()) {
      int next =
          switch (state) {
            case START_UP -> startUp(piece, at);
            case FRAMED -> framedOnce ? deframer.take(piece, at) : firstFramed(piece, at);
            case DEAD -> piece.length();
          };
      if (next == Deframer.REFUSED) {
        return at;
      }
      at = next;
    }
    return at;
  }

  /** Passes bytes that were not captured. */
  void pass(long position, long length) {
    sink.passed();
    if (search.isOn()) {
      search.resumesAt(position + length);
    } else if (state == State.START_UP) {
      startUpFailed(position + length, false);
    } else if (state == State.FRAMED) {
      deframer.pass(position, length);
    }
  }

  // ---- start-up frames

  private int startUp(StreamBytes piece, int at) {
    if (!startUp.isBegun() && !startUp.begin(piece, at)) {
      startUpFailed(piece.position() + at, piece.captured() > at);
      return at;
    }
    if (startUp.isCutShort(piece, at)) {
      agreed(piece.position() + at);
      return at;
    }
    int used = startUp.append(piece, at);
    if (startUp.isWrong()) {
      startUpFailed(piece.position() + at + used, piece.captured() - at >= used);
    } else if (startUp.isWhole()) {
      agreed(piece.position() + at + used);
    }
    return at + used;
  }

  private void startUpFailed(long position, boolean wrong) {
    if (beginning == Beginning.START_UP || (beginning == Beginning.START_UP_OR_HOLE && wrong)) {
      dead();
    } else {
      search.lost(position, position);
    }
  }

  private void agreed(long end) {
    MpaStartUp frame = startUp.frame();
    int mostOfReply = negotiation.mostOfReply();
    boolean initiator = negotiation.take(frame);
    markers.initiator(initiator);
    markers.startUpEnded(end);
    state = frame.rejected() && !frame.request() ? State.DEAD : State.FRAMED;
    sink.startUp(frame, startUp.privateData(), startUp.frameNumber());
    startUp.judge(initiator, mostOfReply, sink);
    startUp.release();
  }

  private void dead() {
    state = State.DEAD;
    search.end();
    sink.notMpa();
  }

  /** Takes what stands where the first FPDU is due. */
  private int firstFramed(StreamBytes piece, int at) {
    int repeated = markers.knowsPlace() ? StartUpAssembly.passRepeated(piece, at, sink) : 0;
    if (repeated > 0) {
      markers.startUpEnded(piece.position() + at + repeated);
    } else {
      framedOnce = true;
      markers.agreed();
    }
    return at + repeated;
  }

  // ---- framing lost and found

  /**
   * Looks for framing in what waits of its side, hole by hole until it is found; not again in what
   * it was not found in.
   */
  void lookAt(WaitingQueue queue, int side) {
    for (Waiting each : queue.from(side, search.begin())) {
      if (each.missing() == 0) {
        search.add(each.piece());
      } else if (breakOff(each.end())) {
        return;
      }
    }
  }

  /**
   * Looks for framing in what was looked at, behind which nothing follows.
   *
   * @param to where what follows may begin
   * @return whether framing was found, or given up
   */
  boolean breakOff(long to) {
    if (settle(true)) {
      return true;
    }
    search.inVain(to);
    return false;
  }

  /**
   * Looks for framing in what was looked at.
   *
   * @param breaksOff whether nothing follows it
   * @return whether it was found, or given up; else more has to come
   */
  boolean settle(boolean breaksOff) {
    if (!search.isWaiting()) {
      return false;
    }
    long place = search.find(breaksOff);
    if (place != FramingSearch.NOWHERE) {
      found(place);
      return true;
    }
    if (!framedOnce && search.isHopeless(beginning)) {
      dead();
      return true;
    }
    return false;
  }

  private void found(long place) {
    boolean known = framedOnce;
    state = State.FRAMED;
    framedOnce = true;
    resumesFrom = place;
    search.found(place, known);
  }

  /** Nothing more comes: shows what can be shown of what waits. */
  void finish() {
    check.judgeDoubted();
    deframer.finish();
    state = State.DEAD;
    search.end();
  }
}
