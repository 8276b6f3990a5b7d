package org.rdmadump.iwarp.mpa;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.mpa.MpaNegotiation.CrcUse;
import org.rdmadump.tcp.MemoryHolder;
import org.rdmadump.tcp.StreamBytes;
import org.rdmadump.tcp.StreamMemory;

/**
 * Finds the FPDUs in what one side of a TCP connection sends.
 *
 * <p>FPDUs that lie in one segment are shown where they lie; others are put together. Where framing
 * is lost, it is looked for again. Of an FPDU whose bytes are missing in part the rest is shown, as
 * long as its length was captured.
 *
 * <p>RFC 5044.
 */
final class MpaReceiver implements MemoryHolder {
  private enum State {
    FIRST,
    START_UP,
    FRAMED,
    SEARCHING,
    DEAD
  }

  /** Bytes without any framing after which a stream is taken for something else. */
  private static final int MOST_SEARCHED = 1 << 20;

  private final FpduSink sink;
  private final MpaNegotiation negotiation;
  private final StreamMemory memory;
  private final Beginning beginning;
  private final MarkerUse markers;
  private final FpduCheck check;
  private final Fpdu fpdu = new Fpdu();
  private final StartUpAssembly startUp = new StartUpAssembly();
  private final FpduAssembly assembly = new FpduAssembly(fpdu);
  private final FramingSearch search;
  private final FilledSegments filled;
  private State state = State.FIRST;
  private boolean framedOnce;
  private long lostAt;

  /** Where the next FPDU begins, as far as it is known not to begin earlier. */
  private long resumesFrom;

  /** Whether bytes in which framing was looked for were given up. */
  private boolean gaveUp;

  private @Nullable StreamBytes returned;

  private boolean refused;

  /** Whether an FPDU was put together: it went on over several segments, or has markers. */
  private boolean hasSpanned;

  /** Where framing is expected again; nothing is said if it is. */
  private long resumesAt;

  private long charged;

  /** How often framing was lost. */
  private long losses;

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
    this.memory = memory;
    this.beginning = beginning;
    FpduCrc crc = new FpduCrc();
    markers = new MarkerUse(negotiation);
    check = new FpduCheck(sink, negotiation, markers, crc);
    search = new FramingSearch(crc);
    filled = new FilledSegments(sink);
  }

  /**
   * Takes bytes that follow those before, while it is not searching.
   *
   * @return how many were used; fewer than there are if framing was lost behind them, or the next
   *     are {@link #hasRefused refused}
   */
  int take(StreamBytes piece) {
    refused = false;
    int at = (int) Math.max(0, Math.min(piece.length(), resumesFrom - piece.position()));
    while (at < piece.length() && state != State.SEARCHING && !refused) {
      at =
          switch (state) {
            case FIRST -> first(piece, at);
            case START_UP -> startUp(piece, at);
            case FRAMED -> framed(piece, at);
            default -> piece.length();
          };
    }
    return at;
  }

  /** Whether an FPDU of the last piece is wrong because its segment is damaged. */
  boolean hasRefused() {
    return refused;
  }

  // ---- start-up frames

  private int first(StreamBytes piece, int at) {
    int present = piece.captured() - at;
    boolean like = present > 0 && MpaStartUp.mayBegin(piece.bytes(), piece.offset() + at, present);
    if (like) {
      state = State.START_UP;
      startUp.begin(piece, at);
    } else {
      startUpFailed(piece.position() + at, present > 0);
    }
    return at;
  }

  private int startUp(StreamBytes piece, int at) {
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
      lose(position);
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
    search.clear();
    sink.notMpa();
  }

  // ---- FPDUs

  private int framed(StreamBytes piece, int at) {
    if (assembly.isEmpty()) {
      if (!framedOnce) {
        int repeated = markers.knowsPlace() ? StartUpAssembly.passRepeated(piece, at, sink) : 0;
        if (repeated > 0) {
          markers.startUpEnded(piece.position() + at + repeated);
          return at + repeated;
        }
        framedOnce = true;
        markers.agreed();
      }
      int size = markers.isMarked() ? 0 : sizeInPlace(piece, at);
      if (size > 0) {
        return inPlace(piece, at, size);
      }
      // Its length may be damaged, unless such FPDUs are usual.
      if (!hasSpanned && piece.isDamaged()) {
        refused = true;
        return at;
      }
      assembly.begin(piece, at, markers);
      filled.clear();
    }
    int used = assembly.append(piece, at);
    if (assembly.isLost()) {
      // The snap length cut its length. Most senders begin a segment with an FPDU.
      assembly.clear();
      lose(piece.position() + at + used);
      resumesAt = piece.end();
      sink.cut();
      sink.missed();
    } else if (assembly.isWhole()) {
      assembled(piece, at + used);
    } else if (check.isStrict()) {
      assembly.lookForOthers(piece, at);
    } else if (at == 0 && used == piece.length() && piece.position() > assembly.position()) {
      lookAtInside(piece);
    }
    charge();
    return at + used;
  }

  /** Looks at a segment inside of an FPDU, whose length no CRC tells to be right. */
  private void lookAtInside(StreamBytes piece) {
    if (!markers.isKnown() || markers.isMarked()) {
      return;
    }
    filled.look(piece);
    assembly.holdsOthers(filled.isRow());
    if (filled.isProof()) {
      StreamBytes contents = assembly.contents(leastPassed());
      assembly.clear();
      lose(contents.position());
      returned = contents;
    }
  }

  /**
   * Whether an FPDU is put together that began before {@code position} and may hold others, because
   * its length is wrong. The other direction may answer what those say.
   */
  boolean mayHoldOthers(long position) {
    return assembly.holdsOthers() && state == State.FRAMED && assembly.position() < position;
  }

  /** Takes the length of the FPDU that is put together for right, until its CRC tells. */
  void trustLength() {
    assembly.trustLength();
  }

  /** Refuses a piece with what is no FPDU if its segment may be damaged. */
  private boolean refuses(StreamBytes piece) {
    refused = piece.mayBeDamaged();
    return refused;
  }

  /** Size of the FPDU that begins at {@code at}, 0 if it does not end in the piece. */
  private static int sizeInPlace(StreamBytes piece, int at) {
    if (piece.captured() - at < FpduHeaderTest.LENGTH_FIELD) {
      return 0;
    }
    int size = FpduHeaderTest.size(NetworkOrder.shortAt(piece.array(), piece.offset() + at));
    return size <= piece.length() - at ? size : 0;
  }

  private int inPlace(StreamBytes piece, int at, int size) {
    fpdu.setInPlace(piece, at, size);
    int start = piece.offset() + at;
    boolean complete = piece.captured() - at >= size;
    boolean right = complete && check.isCrcRight(piece.array(), start, start, start + size);
    boolean hasCrc = negotiation.crcUse() == CrcUse.ON;
    if (complete && !right && hasCrc && refuses(piece)) {
      return at;
    }
    if (check.accepts(fpdu, complete, right, piece, at + size)) {
      markers.fpduAt(fpdu.position());
      sink.fpdu(fpdu);
      return at + size;
    }
    if (!hasCrc && refuses(piece)) {
      return at;
    }
    // What looks like its length may be wrong.
    int passed = leastPassed();
    lose(piece.position() + at + passed);
    resumesAt = piece.position() + at + size;
    return at + passed;
  }

  /**
   * How many bytes of what is no FPDU are not looked at again: none if it may be one with markers.
   */
  private int leastPassed() {
    return markers.isKnown() ? 1 : 0;
  }

  /**
   * Shows the FPDU that was put together, which ends before byte {@code next} of the last piece.
   */
  private void assembled(@Nullable StreamBytes last, int next) {
    Finding fault = assembly.markerFault();
    if (fault != null) {
      sink.finding(fault);
    }
    boolean complete = assembly.isComplete();
    boolean right =
        complete && check.isCrcRight(assembly.array(), 0, assembly.lengthAt(), assembly.size());
    StreamBytes contents = null;
    int passed = leastPassed();
    if (complete && !right && check.isStrict()) {
      contents = assembly.contents(passed);
    }
    assembly.show();
    boolean doubtful = last != null && filled.isRow() && !check.mayEndAt(last, next);
    if ((right || !doubtful) && check.accepts(fpdu, complete, right, last, next)) {
      markers.fpduAt(fpdu.position());
      sink.fpdu(fpdu);
      assembly.clear();
      hasSpanned = true;
      return;
    }
    if (contents == null) {
      contents = assembly.contents(passed);
    }
    assembly.clear();
    lose(contents.position());
    resumesAt = fpdu.end();
    returned = contents;
  }

  // ---- FPDUs whose length is wrong

  /**
   * Takes other values of bytes that were taken. If the FPDU that is put together begins there, and
   * whole FPDUs fill the piece by these values, it is given up.
   *
   * @return what is to be taken instead
   */
  List<StreamBytes> sentOtherwise(StreamBytes piece) {
    long from = assembly.position() - piece.position();
    if (state != State.FRAMED
        || assembly.isEmpty()
        || !markers.isKnown()
        || markers.isMarked()
        || from < 0
        || from >= piece.length()
        || !check.fill(piece, (int) from)) {
      return List.of();
    }
    long end = assembly.end();
    int to = (int) Math.min(piece.length(), end - piece.position());
    StreamBytes instead = piece.copy((int) from, to);
    int behind = (int) (piece.end() - assembly.position());
    List<StreamBytes> all =
        piece.end() < end ? List.of(instead, assembly.contents(behind)) : List.of(instead);
    assembly.clear();
    return all;
  }

  /**
   * Gives up an FPDU of which no more comes, if others are found in it, and its CRC would tell that
   * its length is wrong, or its header does, or the last segment.
   *
   * @return the bytes that it took in, if it was given up
   */
  Optional<StreamBytes> breakUp() {
    if (state != State.FRAMED
        || assembly.isEmpty()
        || !assembly.knowsSize()
        || markers.isMarked()
        || !(check.isStrict() || assembly.hasNoHeader() || assembly.holdsOthers())) {
      return Optional.empty();
    }
    StreamBytes contents = assembly.contents(leastPassed());
    search.clear();
    search.add(contents);
    long place = search.find(negotiation.crcUse(), markers, check.hasSeenRightCrc(), true);
    search.clear();
    if (place == FramingSearch.NOWHERE) {
      return Optional.empty();
    }
    assembly.clear();
    lose(contents.position());
    return Optional.of(contents);
  }

  // ---- framing lost and found

  private void lose(long position) {
    markers.lost();
    state = State.SEARCHING;
    losses++;
    lostAt = position;
    resumesAt = position;
    search.clear();
    sink.interrupted();
  }

  /** Whether framing is looked for. */
  boolean isSearching() {
    return state == State.SEARCHING;
  }

  /** Whether it is looked for in something. */
  boolean isWaiting() {
    return state == State.SEARCHING && !search.isEmpty();
  }

  /** Hands back bytes that were taken and turned out not to be an FPDU. */
  Optional<StreamBytes> takeBack() {
    Optional<StreamBytes> taken = Optional.ofNullable(returned);
    returned = null;
    return taken;
  }

  /** Says that bytes in which framing was looked for are let go, as too many wait. */
  void gaveUp() {
    gaveUp = true;
  }

  /** Looks at bytes that will be taken once framing is found; they outlive the call. */
  void lookAt(StreamBytes piece) {
    search.add(piece);
  }

  /** Runs of bytes that were looked at, each as often as it was. */
  long looks() {
    return search.looks();
  }

  /** Forgets what was looked at. */
  void lookAway() {
    search.clear();
  }

  /**
   * What the search goes by, as a number: where it finds nothing, it finds nothing later by the
   * same.
   */
  @SuppressWarnings("EnumOrdinal") // Compared within a run, never stored.
  long searchesBy() {
    long known = markers.isKnown() ? 1 : 0;
    return (losses * CrcUse.values().length + negotiation.crcUse().ordinal()) * 2 + known;
  }

  /**
   * Looks for framing in what was looked at.
   *
   * @param breaksOff whether nothing follows it
   * @return whether it was found, or given up; else more has to come
   */
  boolean settle(boolean breaksOff) {
    if (search.isEmpty()) {
      return false;
    }
    long place = search.find(negotiation.crcUse(), markers, check.hasSeenRightCrc(), breaksOff);
    if (place != FramingSearch.NOWHERE) {
      found(place);
      return true;
    }
    if (isHopeless() && (markers.isKnown() || !search.mayBeMarked())) {
      dead();
      return true;
    }
    return false;
  }

  /** Whether framing was never known and is not going to be. */
  private boolean isHopeless() {
    if (framedOnce) {
      return false;
    }
    return beginning == Beginning.FPDU
        ? search.isWithoutStart(lostAt)
        : search.lookedAt() > MOST_SEARCHED;
  }

  private void found(long place) {
    StreamBytes first = search.firstPiece();
    search.restart();
    state = State.FRAMED;
    markers.framedFrom(place);
    resumesFrom = place;
    check.judgeDoubted();
    if (gaveUp) {
      memory.countEviction();
      sink.gaveUp(lostAt, place);
    }
    if (gaveUp || (framedOnce && place != resumesAt && place != lostAt)) {
      sink.finding(
          first.finding(
              IwarpRules.LOST_FRAMING,
              "skipped " + (place - lostAt) + " bytes of the stream to find the next FPDU"));
    }
    if (!framedOnce && place > lostAt) {
      sink.missed();
    }
    gaveUp = false;
    framedOnce = true;
    sink.framingFound();
  }

  /** Passes bytes that were not captured, while it is not searching. */
  void pass(long position, long length) {
    sink.passed();
    switch (state) {
      case FIRST, START_UP -> startUpFailed(position + length, false);
      case FRAMED -> passInFpdu(position, length);
      case SEARCHING -> resumesAt = position + length;
      case DEAD -> {}
    }
    returned = null;
    charge();
  }

  private void passInFpdu(long position, long length) {
    if (assembly.isEmpty() || !assembly.knowsSize() || markers.isMarked()) {
      assembly.clear();
      lose(position);
      resumesAt = position + length;
      return;
    }
    int inside = (int) Math.min(length, assembly.left());
    assembly.pass(inside);
    if (assembly.isWhole()) {
      assembled(null, 0);
    }
    if (inside < length) {
      assembly.clear();
      lose(position + inside);
      resumesAt = position + length;
    } else {
      sink.interrupted();
    }
  }

  private void charge() {
    long holds = assembly.capacity();
    if (holds != charged || !assembly.isEmpty()) {
      memory.take(this, holds - charged);
      charged = holds;
    }
  }

  @Override
  public boolean isIdle() {
    return assembly.isEmpty();
  }

  @Override
  public void giveUp() {
    boolean inFpdu = !assembly.isEmpty();
    long from = assembly.position();
    assembly.release();
    if (inFpdu && state == State.FRAMED) {
      lose(from);
    }
    memory.give(charged);
    charged = 0;
  }

  /** Nothing more comes: shows what can be shown of what waits. */
  void finish() {
    check.judgeDoubted();
    if (state == State.FRAMED
        && !assembly.isEmpty()
        && assembly.knowsSize()
        && !markers.isMarked()) {
      assembly.pass(assembly.left());
      assembled(null, 0);
    }
    state = State.DEAD;
    assembly.release();
    search.clear();
    memory.give(charged);
    memory.forget(this);
    charged = 0;
  }
}
