package org.rdmadump.iwarp.mpa;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.mpa.MpaNegotiation.CrcUse;
import org.rdmadump.tcp.MemoryHolder;
import org.rdmadump.tcp.StreamBytes;
import org.rdmadump.tcp.StreamMemory;

/**
 * Takes FPDUs out of a stream whose framing is known, until it is lost.
 *
 * <p>FPDUs that lie in one segment are shown where they lie; others are put together. Of an FPDU
 * whose bytes are missing in part the rest is shown, as long as its length was captured.
 */
final class Deframer implements MemoryHolder {
  /** What is returned if an FPDU is wrong because its segment is damaged. */
  static final int REFUSED = -1;

  private final FpduSink sink;
  private final MpaNegotiation negotiation;
  private final MarkerUse markers;
  private final FpduCheck check;
  private final FramingSearch search;
  private final StreamMemory memory;
  private final Fpdu fpdu = new Fpdu();
  private final FpduAssembly assembly = new FpduAssembly(fpdu);
  private final FilledSegments filled;
  private long charged;

  /** Bytes that were taken and turned out not to be an FPDU. */
  private @Nullable StreamBytes returned;

  /** Whether an FPDU was put together: it went on over several segments, or has markers. */
  private boolean hasSpanned;

  /**
   * A deframer of a stream.
   *
   * @param sink takes the FPDUs
   * @param search is told when framing is lost
   */
  Deframer(
      FpduSink sink,
      MpaNegotiation negotiation,
      MarkerUse markers,
      FpduCheck check,
      FramingSearch search,
      StreamMemory memory) {
    this.sink = sink;
    this.negotiation = negotiation;
    this.markers = markers;
    this.check = check;
    this.search = search;
    this.memory = memory;
    this.filled = new FilledSegments(sink);
  }

  /**
   * Takes bytes of {@code piece} from {@code at} on, as far as an FPDU reaches.
   *
   * @return index behind those that were used, or {@link #REFUSED}
   */
  int take(StreamBytes piece, int at) {
    if (assembly.isEmpty()) {
      int size = markers.isMarked() ? 0 : sizeInPlace(piece, at);
      if (size > 0) {
        return inPlace(piece, at, size);
      }
      // Its length may be damaged, unless such FPDUs are usual.
      if (!hasSpanned && piece.isDamaged()) {
        return REFUSED;
      }
      assembly.begin(piece, at, markers);
      filled.clear();
    }
    int used = assembly.append(piece, at);
    if (assembly.isLost()) {
      // The snap length cut its length. Most senders begin a segment with an FPDU.
      assembly.clear();
      search.lost(piece.position() + at + used, piece.end());
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
    if (complete && !right && hasCrc && piece.mayBeDamaged()) {
      return REFUSED;
    }
    if (check.accepts(fpdu, complete, right, piece, at + size)) {
      markers.fpduAt(fpdu.position());
      sink.fpdu(fpdu);
      return at + size;
    }
    if (!hasCrc && piece.mayBeDamaged()) {
      return REFUSED;
    }
    // What looks like its length may be wrong.
    int next = at + leastPassed();
    search.lost(piece.position() + next, fpdu.end());
    return next;
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
    giveBack(contents == null ? assembly.contents(passed) : contents, fpdu.end());
  }

  /** Has bytes taken again that turned out not to be an FPDU. */
  private void giveBack(StreamBytes contents, long resumesAt) {
    assembly.clear();
    search.lost(contents.position(), resumesAt);
    returned = contents;
  }

  /** Hands back bytes that were taken and turned out not to be an FPDU. */
  Optional<StreamBytes> takeBack() {
    Optional<StreamBytes> taken = Optional.ofNullable(returned);
    returned = null;
    return taken;
  }

  /** Passes bytes that were not captured. */
  void pass(long position, long length) {
    int inside = 0;
    if (!assembly.isEmpty() && assembly.knowsSize() && !markers.isMarked()) {
      inside = (int) Math.min(length, assembly.left());
      assembly.pass(inside);
      if (assembly.isWhole()) {
        assembled(null, 0);
      }
    }
    if (inside < length) {
      assembly.clear();
      search.lost(position + inside, position + length);
    } else {
      sink.interrupted();
    }
    returned = null;
    charge();
  }

  /** Nothing more comes: shows what can be shown of the FPDU that is put together. */
  void finish() {
    if (!assembly.isEmpty() && assembly.knowsSize() && !markers.isMarked()) {
      assembly.pass(assembly.left());
      assembled(null, 0);
    }
    release();
    memory.forget(this);
  }

  // ---- FPDUs whose length is wrong

  /** Looks at a segment inside of an FPDU, whose length no CRC tells to be right. */
  private void lookAtInside(StreamBytes piece) {
    if (!markers.isKnown() || markers.isMarked()) {
      return;
    }
    filled.look(piece);
    assembly.holdsOthers(filled.isRow());
    if (filled.isProof()) {
      StreamBytes contents = assembly.contents(leastPassed());
      giveBack(contents, contents.position());
    }
  }

  /**
   * Whether an FPDU is put together that began before {@code position} and may hold others, because
   * its length is wrong. The other direction may answer what those say.
   */
  boolean mayHoldOthers(long position) {
    return assembly.holdsOthers() && assembly.position() < position;
  }

  /** Takes the length of the FPDU that is put together for right, until its CRC tells. */
  void trustLength() {
    assembly.trustLength();
  }

  /**
   * Takes other values of bytes that were taken. If the FPDU that is put together begins there, and
   * whole FPDUs fill the piece by these values, it is given up.
   *
   * @return what is to be taken instead
   */
  List<StreamBytes> sentOtherwise(StreamBytes piece) {
    long from = assembly.position() - piece.position();
    if (assembly.isEmpty()
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
    if (assembly.isEmpty()
        || !assembly.knowsSize()
        || markers.isMarked()
        || !(check.isStrict() || assembly.hasNoHeader() || assembly.holdsOthers())) {
      return Optional.empty();
    }
    StreamBytes contents = assembly.contents(leastPassed());
    if (!search.finds(contents)) {
      return Optional.empty();
    }
    assembly.clear();
    search.lost(contents.position(), contents.position());
    return Optional.of(contents);
  }

  // ---- memory

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
    release();
    if (inFpdu) {
      search.lost(from, from);
    }
  }

  private void release() {
    assembly.release();
    memory.give(charged);
    charged = 0;
  }
}
