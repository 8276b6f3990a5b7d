package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.EnhancedSetup;
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

  /** What is to be done with an FPDU. */
  private enum Verdict {
    TAKE,
    DISCARD
  }

  /** What stands behind what looks like an FPDU. */
  private enum Follower {
    /** The end of the segment. */
    NONE,
    /** What passes the strict test of a header. */
    FPDU,
    /** What may be one with a fault of its own, or too few bytes to tell. */
    PERHAPS_FPDU,
    /** Something else. */
    NO_FPDU
  }

  /** With fewer right ones for each wrong one, a wrong CRC says nothing about the FPDU. */
  private static final int GOOD_FOR_A_BAD_ONE = 8;

  /** Wrong CRCs that show that none are in use, where no start-up frame told. */
  private static final int WRONG_WITHOUT_USE = 2;

  /** FPDUs whose CRCs are computed once none seem to be in use, and one of how many later. */
  private static final int TRIED_AT_FIRST = 64;

  private static final int TRIED_OF = 32;

  /** Bytes without any framing after which a stream is taken for something else. */
  private static final int MOST_SEARCHED = 1 << 20;

  private static final int PREFERRED_START_UP = MpaStartUp.LENGTH + MpaStartUp.MOST_PRIVATE_DATA;

  private final FpduSink sink;
  private final MpaNegotiation negotiation;
  private final StreamMemory memory;
  private final Beginning beginning;
  private final FpduCrc crc = new FpduCrc();
  private final Fpdu fpdu = new Fpdu();
  private final FpduAssembly assembly = new FpduAssembly();
  private final FramingSearch search = new FramingSearch(crc);
  private ByteBuffer startUp = ByteBuffer.allocate(0);
  private long startUpFrame;
  private int startUpOffset;
  private int startUpFilled;
  private int startUpCaptured;
  private State state = State.FIRST;
  private boolean initiator;
  private boolean framedOnce;
  private boolean marked;
  private boolean unmarked;
  private long origin;
  private long framedAt;
  private long latestAt;
  private long goodCrcs;
  private long badCrcs;
  private int unmatched;

  /** FPDUs since no CRCs seem to be in use. */
  private long unused;

  private long lostAt;

  /** Where the next FPDU begins, as far as it is known not to begin earlier. */
  private long resumesFrom;

  /** Whether another FPDU seems to begin in the one that is put together. */
  private boolean swallows;

  /** Whether it is too late to ask that. */
  private boolean trusted;

  private @Nullable StreamBytes returned;

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
  }

  /**
   * Takes bytes that follow those before, while it is not searching.
   *
   * @return how many were used; fewer than there are if framing was lost behind them
   */
  int take(StreamBytes piece) {
    int at = (int) Math.max(0, Math.min(piece.length(), resumesFrom - piece.position()));
    while (at < piece.length() && state != State.SEARCHING) {
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

  // ---- start-up frames

  private int first(StreamBytes piece, int at) {
    int present = piece.captured() - at;
    boolean like = present > 0 && MpaStartUp.mayBegin(piece.bytes(), piece.offset() + at, present);
    if (like) {
      state = State.START_UP;
      startUp = ByteBuffer.allocate(PREFERRED_START_UP);
      startUpFrame = piece.frame();
      startUpOffset = piece.frameOffset() + at;
    } else {
      startUpFailed(piece.position() + at, present > 0);
    }
    return at;
  }

  private int startUp(StreamBytes piece, int at) {
    if (isCutShort(piece, at)) {
      agreed(piece.position() + at);
      return at;
    }
    int wanted = startUpFilled < MpaStartUp.LENGTH ? MpaStartUp.LENGTH : startUpSize();
    int count = Math.min(wanted - startUpFilled, piece.length() - at);
    int captured = Math.max(0, Math.min(count, piece.captured() - at));
    captured = Math.min(captured, PREFERRED_START_UP - startUpFilled);
    if (captured > 0) {
      piece.bytes().get(piece.offset() + at, startUp.array(), startUpFilled, captured);
    }
    if (startUpCaptured == startUpFilled) {
      startUpCaptured += captured;
    }
    startUpFilled += count;
    boolean keyWrong =
        !MpaStartUp.mayBegin(startUp, 0, startUpCaptured)
            || (startUpFilled >= MpaStartUp.LENGTH && !isStartUp());
    if (keyWrong) {
      startUpFailed(piece.position() + at + count, captured == count);
    } else if (startUpFilled >= MpaStartUp.LENGTH && startUpFilled == startUpSize()) {
      agreed(piece.position() + at + count);
    }
    return at + count;
  }

  /** Whether FPDUs begin before all of an impossible amount of private data came. */
  private boolean isCutShort(StreamBytes piece, int at) {
    return at == 0
        && startUpFilled >= MpaStartUp.LENGTH
        && startUpSize() > PREFERRED_START_UP
        && FpduHeaderTest.isUntaggedAt(
            piece.bytes(), piece.array(), piece.offset(), piece.captured());
  }

  private boolean isStartUp() {
    return startUpCaptured >= MpaStartUp.LENGTH && MpaStartUp.isAt(startUp, 0);
  }

  private int startUpSize() {
    return MpaStartUp.LENGTH + MpaStartUp.read(startUp, 0).privateDataLength();
  }

  private void startUpFailed(long position, boolean wrong) {
    if (beginning == Beginning.START_UP || (beginning == Beginning.START_UP_OR_HOLE && wrong)) {
      dead();
    } else {
      lose(position);
    }
  }

  private void agreed(long end) {
    MpaStartUp frame = MpaStartUp.read(startUp, 0);
    int most = negotiation.mostOfReply();
    initiator = negotiation.take(frame);
    byte[] data = new byte[startUpCaptured - MpaStartUp.LENGTH];
    startUp.get(MpaStartUp.LENGTH, data);
    startUp = ByteBuffer.allocate(0);
    origin = end;
    framedAt = end;
    latestAt = end;
    state = frame.rejected() && !frame.request() ? State.DEAD : State.FRAMED;
    sink.startUp(frame, ByteBuffer.wrap(data).asReadOnlyBuffer(), startUpFrame);
    judge(frame, most);
  }

  private void judge(MpaStartUp frame, int mostOfReply) {
    int revision = frame.revision();
    int length = frame.privateDataLength();
    if (frame.request() != initiator) {
      startUpFault(IwarpRules.START_UP_ORDER, 0, "the second " + frame.text());
    }
    if (revision < 1 || revision > MpaStartUp.LATEST_REVISION) {
      startUpFault(
          IwarpRules.BAD_REVISION,
          MpaStartUp.REVISION,
          frame.text() + " of revision " + revision + ", which there is not");
    } else if (!initiator && revision > mostOfReply) {
      startUpFault(
          IwarpRules.BAD_REVISION,
          MpaStartUp.REVISION,
          frame.text() + " of revision " + revision + " to a Request of revision " + mostOfReply);
    }
    if (length > MpaStartUp.MOST_PRIVATE_DATA
        || (frame.enhanced() && length < EnhancedSetup.LENGTH)) {
      startUpFault(
          IwarpRules.BAD_START_UP,
          MpaStartUp.PRIVATE_DATA_LENGTH,
          frame.text()
              + " with "
              + length
              + (frame.enhanced() && length < EnhancedSetup.LENGTH
                  ? " bytes of private data, which do not hold IRD and ORD"
                  : " bytes of private data, of which there may be 512"));
    }
  }

  private void startUpFault(Rule rule, int at, String message) {
    sink.finding(new Finding(rule, startUpFrame, startUpOffset + at, message));
  }

  /** Bytes of a start-up frame that lies where the first FPDU is due, in one piece; 0 if none. */
  private int repeatedStartUp(StreamBytes piece, int at) {
    int present = piece.captured() - at;
    int start = piece.offset() + at;
    if (origin == 0 || present < MpaStartUp.LENGTH || !MpaStartUp.isAt(piece.bytes(), start)) {
      return 0;
    }
    MpaStartUp frame = MpaStartUp.read(piece.bytes(), start);
    note(
        IwarpRules.START_UP_ORDER,
        piece,
        at,
        "another " + frame.text() + " of the side that agreed already; it is left out");
    return Math.min(MpaStartUp.LENGTH + frame.privateDataLength(), piece.length() - at);
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
        int repeated = repeatedStartUp(piece, at);
        if (repeated > 0) {
          origin = piece.position() + at + repeated;
          framedAt = origin;
          latestAt = origin;
          return at + repeated;
        }
        framedOnce = true;
        marked = origin != 0 && negotiation.markersFrom(initiator);
      }
      int size = marked ? 0 : sizeInPlace(piece, at);
      if (size > 0) {
        return inPlace(piece, at, size);
      }
      assembly.begin(piece, at, marked, piece.position() + at - origin);
      swallows = false;
      trusted = false;
    }
    int used = assembly.append(piece, at);
    if (assembly.isLost()) {
      assembly.clear();
      lose(piece.position() + at + used);
    } else if (assembly.isWhole()) {
      assembled(piece, at + used);
    } else if (!swallows && !trusted && isStrict()) {
      swallows = hasHeader(piece, at);
    }
    charge();
    return at + used;
  }

  /**
   * Whether another FPDU may begin in a piece, from {@code from} on, of the FPDU that is put
   * together: then its length may be wrong, which only its CRC will tell.
   */
  private boolean hasHeader(StreamBytes piece, int from) {
    int start = piece.offset();
    int end = start + piece.captured();
    int at = start + from;
    // FPDUs and markers are multiples of a marker's length.
    long passed = piece.position() + from - assembly.position();
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
    int untilMarker =
        marked ? Markers.untilNext(piece.position() + at - piece.offset() - origin) : present;
    if (untilMarker == 0) {
      return false;
    }
    int readable = Math.min(present, untilMarker);
    return FpduHeaderTest.weight(piece.bytes(), piece.array(), at, readable) != FpduHeaderTest.NO;
  }

  /**
   * Whether an FPDU is put together that began before {@code position} and may hold others, because
   * its length is wrong. The other direction may answer what those say.
   */
  boolean mayHoldOthers(long position) {
    return swallows
        && state == State.FRAMED
        && !assembly.isEmpty()
        && assembly.position() < position;
  }

  /** Takes the length of the FPDU that is put together for right, until its CRC tells. */
  void trustLength() {
    swallows = false;
    trusted = true;
  }

  /**
   * What the bytes behind an FPDU say of whether it ends before byte {@code next}; without a piece,
   * it ends in bytes that were not captured.
   */
  private Follower follower(@Nullable StreamBytes piece, int next) {
    if (piece == null || !isMarkerUseKnown()) {
      return Follower.NO_FPDU;
    }
    boolean isMarker = marked && Markers.untilNext(piece.position() + next - origin) == 0;
    int at = isMarker ? next + Markers.LENGTH : next;
    if (at >= piece.length()) {
      return Follower.NONE;
    }
    int start = piece.offset() + at;
    int present = piece.captured() - at;
    if (FpduHeaderTest.weight(piece.bytes(), piece.array(), start, present) > 0) {
      return Follower.FPDU;
    }
    return FpduHeaderTest.mayFollow(piece.array(), start, present)
        ? Follower.PERHAPS_FPDU
        : Follower.NO_FPDU;
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
    int start = piece.offset() + at;
    int length = NetworkOrder.shortAt(piece.array(), start);
    int captured = piece.captured() - at;
    fpdu.set(piece.bytes(), piece.array(), start + FpduHeaderTest.LENGTH_FIELD, length);
    fpdu.begins(piece.position() + at, piece.frame(), piece.epochNanos(), piece.frameOffset() + at);
    fpdu.ends(piece.position() + at + size, piece.frame(), piece.epochNanos());
    boolean complete = captured >= size;
    if (!complete) {
      fpdu.absent(captured - FpduHeaderTest.LENGTH_FIELD, length, Absence.TRUNCATED);
    }
    boolean right = complete && crcIsRight(piece.array(), start, start, start + size);
    if (judge(complete, right, piece, at + size) == Verdict.TAKE) {
      latestAt = fpdu.position();
      sink.fpdu(fpdu);
      return at + size;
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
    return isMarkerUseKnown() ? 1 : 0;
  }

  /** Whether it is known that the stream has markers, or that it has none. */
  private boolean isMarkerUseKnown() {
    if (!marked && !unmarked && state == State.FRAMED) {
      // The latest stands where those before it say, which none would behind a marker.
      unmarked = latestAt - framedAt >= Markers.SPACING;
    }
    return marked || unmarked || (origin != 0 && negotiation.tellsMarkersFrom(initiator));
  }

  /**
   * Shows the FPDU that was put together, which ends before byte {@code next} of the last piece.
   */
  private void assembled(@Nullable StreamBytes last, int next) {
    int wrong = assembly.wrongMarker();
    if (wrong >= 0) {
      sink.finding(
          new Finding(
              IwarpRules.BAD_MARKER,
              assembly.firstFrame(),
              -1,
              "the marker "
                  + wrong
                  + " bytes behind the start of an FPDU does not point to its length"));
    }
    boolean complete = assembly.isComplete();
    boolean right =
        complete && crcIsRight(assembly.array(), 0, assembly.lengthAt(), assembly.size());
    StreamBytes contents = null;
    int passed = leastPassed();
    if (complete && !right && isStrict()) {
      contents = assembly.contents(passed);
    }
    assembly.show(fpdu);
    if (judge(complete, right, last, next) == Verdict.TAKE) {
      latestAt = fpdu.position();
      sink.fpdu(fpdu);
      assembly.clear();
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

  /** Whether a leading marker counts is left open by some senders; either way is right. */
  private boolean crcIsRight(byte[] bytes, int start, int lengthAt, int end) {
    if (negotiation.crcUse() == CrcUse.OFF && !isTriedAgain()) {
      return false;
    }
    int stored = FpduCrc.stored(bytes, end - FpduCrc.LENGTH);
    return crc.compute(bytes, start, end - FpduCrc.LENGTH) == stored
        || (lengthAt > start && crc.compute(bytes, lengthAt, end - FpduCrc.LENGTH) == stored);
  }

  /**
   * Whether the CRC of an FPDU is computed although none seem to be in use: that may have been
   * learned from what were no FPDUs. One that fits tells otherwise.
   */
  private boolean isTriedAgain() {
    if (!negotiation.isCrcUseLearned()) {
      return false;
    }
    unused++;
    return unused <= TRIED_AT_FIRST || unused % TRIED_OF == 0;
  }

  private boolean isStrict() {
    return negotiation.crcUse() == CrcUse.ON && goodCrcs > GOOD_FOR_A_BAD_ONE * badCrcs;
  }

  /**
   * What the CRC and the header say of an FPDU. Only where they leave it open, what follows it at
   * {@code next} is looked at.
   */
  private Verdict judge(boolean complete, boolean right, @Nullable StreamBytes last, int next) {
    CrcUse use = negotiation.crcUse();
    if (right) {
      goodCrcs++;
      if (use != CrcUse.ON) {
        negotiation.learn(CrcUse.ON);
      }
      return Verdict.TAKE;
    }
    if (complete && use == CrcUse.UNKNOWN && ++unmatched >= WRONG_WITHOUT_USE) {
      negotiation.learn(CrcUse.OFF);
    }
    if (complete && use == CrcUse.ON) {
      boolean strict = isStrict();
      badCrcs++;
      Finding fault = badCrc(strict);
      if (strict) {
        sink.finding(fault);
        boolean placed = endsAt(last, next) && weight() > 0;
        if (placed) {
          fpdu.damaged(FpduHeaderTest.headerLength(fpdu.array(), lengthAt()));
        }
        return placed ? Verdict.TAKE : Verdict.DISCARD;
      }
      fpdu.fault(fault);
    }
    int weight = weight();
    boolean wrong =
        weight == FpduHeaderTest.NO || (weight == FpduHeaderTest.TOO_FEW && fpdu.gaps() == 0);
    // Receivers look at fewer fields than the search for framing does.
    boolean taken =
        !wrong || (fpdu.has(0, DdpControl.LENGTH) && follower(last, next) != Follower.NO_FPDU);
    return taken ? Verdict.TAKE : Verdict.DISCARD;
  }

  private boolean endsAt(@Nullable StreamBytes last, int next) {
    Follower follower = follower(last, next);
    return follower == Follower.NONE || follower == Follower.FPDU;
  }

  private int weight() {
    int present = fpdu.gaps() == 0 ? fpdu.length() : fpdu.gapFrom(0);
    return FpduHeaderTest.weight(
        fpdu.bytes(), fpdu.array(), lengthAt(), present + FpduHeaderTest.LENGTH_FIELD);
  }

  private int lengthAt() {
    return fpdu.offset() - FpduHeaderTest.LENGTH_FIELD;
  }

  private Finding badCrc(boolean refused) {
    return new Finding(
        IwarpRules.BAD_CRC,
        fpdu.firstFrame(),
        fpdu.frameOffset(),
        String.format(
            Locale.ROOT,
            "CRC of the FPDU with a ULPDU of %d bytes is not that of its bytes%s",
            fpdu.length(),
            refused ? "; they count as lost" : ""));
  }

  // ---- framing lost and found

  private void lose(long position) {
    unmarked |= !marked && isMarkerUseKnown();
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
    long known = isMarkerUseKnown() ? 1 : 0;
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
    CrcUse use = negotiation.crcUse();
    boolean known = isMarkerUseKnown();
    long place = FramingSearch.NOWHERE;
    if (marked) {
      place = search.findByMarker(origin, use, breaksOff);
    } else if (!known) {
      place = search.findMarked(use, breaksOff);
      if (place != FramingSearch.NOWHERE) {
        marked = true;
        origin = search.marker();
      }
    }
    if (place == FramingSearch.NOWHERE && !marked) {
      place = search.find(use, goodCrcs > 0, breaksOff, known ? 0 : Markers.SPACING);
    }
    if (place != FramingSearch.NOWHERE) {
      found(place);
      return true;
    }
    if (isHopeless() && (known || !search.mayBeMarked())) {
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
    return (beginning == Beginning.FPDU && !search.isEmpty())
        ? search.isWithoutStart(lostAt)
        : search.lookedAt() > MOST_SEARCHED;
  }

  private void found(long place) {
    StreamBytes first = search.firstPiece();
    search.clear();
    search.restart();
    state = State.FRAMED;
    framedAt = place;
    latestAt = place;
    resumesFrom = place;
    if (framedOnce && place != resumesAt && place != lostAt) {
      note(
          IwarpRules.LOST_FRAMING,
          first,
          0,
          (place - lostAt) + " bytes of the stream were passed to find the next FPDU");
    }
    if (!framedOnce && place > lostAt) {
      sink.missed();
    }
    framedOnce = true;
    sink.framingFound();
  }

  private void note(Rule rule, StreamBytes piece, int at, String message) {
    sink.finding(new Finding(rule, piece.frame(), piece.frameOffset() + at, message));
  }

  /** Passes bytes that were not captured, while it is not searching. */
  void pass(long position, long length) {
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
    if (assembly.isEmpty() || !assembly.knowsSize() || marked) {
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
    if (state == State.FRAMED && !assembly.isEmpty() && assembly.knowsSize() && !marked) {
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

  FpduSink sink() {
    return sink;
  }
}
