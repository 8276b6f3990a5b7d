package org.rdmadump.iwarp.mpa;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.mpa.MpaNegotiation.CrcUse;
import org.rdmadump.tcp.StreamBytes;

/**
 * Looks for the start of an FPDU in a stream without markers.
 *
 * <p>A place is proven by the CRC of the FPDU that begins there, where CRCs are in use or not known
 * to be out of use; else by a run of headers, each where the one before says that it is, which tell
 * more than chance would.
 */
final class HeaderSearch {
  /** Opcode of RDMA Write (RFC 5040 section 4.2). */
  private static final int RDMA_WRITE = 0;

  /** Headers that prove a place, an untagged one or one that continues another counting twice. */
  private static final int PROOF = 3;

  /** The same, where the stream breaks off exactly behind the last of them. */
  private static final int PROOF_AT_END = 2;

  private static final int MOST_CANDIDATES = 16;

  private final SearchWindow window;
  private final List<Candidate> candidates = new ArrayList<>(0);

  /** What the candidates are judged by; where that changes, they are judged anew. */
  private CrcUse judgedBy = CrcUse.UNKNOWN;

  private boolean judgedProven;
  private int judgedSpan;
  private long scanned;

  /**
   * A place where an FPDU may begin, and how far the headers behind it were followed: past those
   * FPDUs that are whole, whose CRCs are not computed again.
   */
  private static final class Candidate {
    private final long place;
    private long at;
    private int evidence;
    private int headers;
    private int continued;
    private long continuedOffset;

    /** Nothing more can be told before the stream was gathered up to here. */
    private long until;

    Candidate(long place) {
      this.place = place;
      restart();
    }

    void restart() {
      at = place;
      evidence = 0;
      headers = 0;
      continued = 0;
      continuedOffset = 0;
      until = place;
    }
  }

  HeaderSearch(SearchWindow window) {
    this.window = window;
  }

  /** Forgets what it looked at. */
  void clear() {
    candidates.clear();
  }

  /** Says where the first bytes begin. */
  void begin(long position) {
    scanned = position;
  }

  /** Says that the bytes before {@code position} were let go. */
  void forgetBefore(long position) {
    scanned = Math.max(scanned, position);
    // They are in the order of their places.
    while (!candidates.isEmpty() && candidates.get(0).place < position) {
      candidates.remove(0);
    }
  }

  /** Whether it was looked at {@code position}, and no FPDU can begin there. */
  boolean isWithoutStart(long position) {
    if (scanned <= position) {
      return false;
    }
    for (Candidate each : candidates) {
      if (each.place == position) {
        return false;
      }
    }
    return true;
  }

  /**
   * The first place that is proven.
   *
   * @param use whether CRCs are in use
   * @param proven whether a right CRC was seen in this stream: then nothing else proves a place
   * @param breaksOff whether nothing follows what was gathered
   * @param span bytes that a run of headers has to reach over, unless it breaks off
   */
  long find(CrcUse use, boolean proven, boolean breaksOff, int span) {
    if (use != judgedBy || proven != judgedProven || span != judgedSpan) {
      for (Candidate each : candidates) {
        each.restart();
      }
      judgedBy = use;
      judgedProven = proven;
      judgedSpan = span;
    }
    int open = 0;
    boolean wasFull;
    do {
      scan();
      wasFull = candidates.size() == MOST_CANDIDATES;
      while (open < candidates.size()) {
        int verdict = verdict(candidates.get(open), breaksOff);
        if (verdict > 0) {
          return candidates.get(open).place;
        }
        if (verdict < 0) {
          candidates.remove(open);
        } else {
          open++;
        }
      }
    } while (wasFull && open < MOST_CANDIDATES);
    return SearchWindow.NOWHERE;
  }

  private void scan() {
    long end = window.end();
    while (scanned < end && candidates.size() < MOST_CANDIDATES) {
      skipUnlikely();
      int weight = window.weightAt(scanned);
      if (weight == FpduHeaderTest.TOO_FEW && SearchWindow.mayGoOn(scanned, end)) {
        return;
      }
      if (weight > 0) {
        candidates.add(new Candidate(scanned));
      }
      scanned++;
    }
  }

  /**
   * Passes places where no FPDU can begin, up to the end of the piece, without a look into the
   * window for each byte.
   */
  private void skipUnlikely() {
    StreamBytes piece = window.pieceAt(scanned);
    byte[] bytes = piece.array();
    int at = piece.offset() + (int) (scanned - piece.position());
    int end = piece.offset() + piece.captured() - FpduHeaderTest.LENGTH_FIELD - DdpControl.LENGTH;
    while (at <= end
        && !DdpControl.isUsual(NetworkOrder.shortAt(bytes, at + FpduHeaderTest.LENGTH_FIELD))) {
      at++;
    }
    scanned = piece.position() + at - piece.offset();
  }

  /** 1 if proven, -1 if refuted, 0 if more has to come. */
  private int verdict(Candidate candidate, boolean breaksOff) {
    if (!breaksOff && window.end() < candidate.until) {
      return 0;
    }
    long at = candidate.at;
    int evidence = candidate.evidence;
    int headers = candidate.headers;
    int continued = candidate.continued;
    long continuedOffset = candidate.continuedOffset;
    while (true) {
      if (at == window.end()) {
        candidate.until = at + 1;
        return breaksOff ? sign(evidence >= PROOF_AT_END && !judgedProven) : 0;
      }
      int weight = window.weightAt(at);
      if (weight == FpduHeaderTest.TOO_FEW) {
        boolean cut = breaksOff || !SearchWindow.mayGoOn(at, window.end());
        return cut ? sign(evidence >= PROOF && headers > 1) : 0;
      }
      if (weight == FpduHeaderTest.NO) {
        return -1;
      }
      int length = window.header().getShort(0) & 0xffff;
      int size = FpduHeaderTest.size(length);
      if (judgedBy != CrcUse.OFF && window.isPresent(at, at + size)) {
        if (window.crcFits(at, size)) {
          return 1;
        }
        if (judgedProven) {
          return -1;
        }
      }
      int control = window.header().getShort(FpduHeaderTest.LENGTH_FIELD) & 0xffff;
      if (weight == FpduHeaderTest.TAGGED) {
        TaggedHeader tagged = TaggedHeader.read(window.header(), FpduHeaderTest.LENGTH_FIELD);
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
      boolean told = evidence >= PROOF && headers > 1 && at - candidate.place >= judgedSpan;
      if (told && (!judgedProven || !window.isCaptured(at, at + size))) {
        return 1;
      }
      at += size;
      if (at <= window.end()) {
        candidate.at = at;
        candidate.evidence = evidence;
        candidate.headers = headers;
        candidate.continued = continued;
        candidate.continuedOffset = continuedOffset;
      } else {
        candidate.until = at;
      }
    }
  }

  /** Tells Writes from Read Responses. */
  private static int stream(int control) {
    return DdpControl.opcode(control) == RDMA_WRITE ? 1 : 2;
  }

  private static int sign(boolean holds) {
    return holds ? 1 : -1;
  }
}
