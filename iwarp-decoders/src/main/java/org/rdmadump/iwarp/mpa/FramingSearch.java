package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.mpa.MpaNegotiation.CrcUse;
import org.rdmadump.tcp.StreamBytes;

/**
 * Looks for the start of an FPDU in a stream whose framing is not known: behind a hole, or because
 * the capture began late.
 *
 * <p>A place is proven by the CRC of the FPDU that begins there, where CRCs are in use or not known
 * to be out of use; else by a run of headers, each where the one before says that it is, which tell
 * more than chance would. In a stream with markers the markers point to the place.
 */
final class FramingSearch {
  /** No place is known. */
  static final long NOWHERE = -1;

  /** Opcode of RDMA Write (RFC 5040 section 4.2). */
  private static final int RDMA_WRITE = 0;

  /** Headers that prove a place, an untagged one or one that continues another counting twice. */
  private static final int PROOF = 3;

  /** The same, where the stream breaks off exactly behind the last of them. */
  private static final int PROOF_AT_END = 2;

  /** Right markers that prove a place, and that there are markers. */
  private static final int PROOF_OF_MARKERS = 2;

  /** Right markers that prove a place, where it is known that there are some, and where. */
  private static final int PROOF_OF_PHASE = 1;

  private static final int MOST_BYTES = 192 << 10;
  private static final int MOST_PIECES = 2048;
  private static final int MOST_CANDIDATES = 16;
  private static final int PIECE_COST = 150;
  private static final int OUTSIDE = -1;
  private static final int WORD = 8;

  private final FpduCrc crc;
  private final byte[] headerBytes = new byte[FpduHeaderTest.MOST];
  private final ByteBuffer header = ByteBuffer.wrap(headerBytes);
  private final List<StreamBytes> window = new ArrayList<>(0);
  private final List<Candidate> candidates = new ArrayList<>(0);
  private CrcUse judgedBy = CrcUse.UNKNOWN;
  private boolean judgedProven;
  private int judgedSpan;
  private long scanned;
  private long cost;
  private long lookedAt;
  private long lookedUpTo;
  private long looks;
  private int latest;
  private final MarkedPlace followed = new MarkedPlace();
  private CrcUse markersJudgedBy = CrcUse.UNKNOWN;
  private long scannedForMarkers;

  /** From here on, every marker that was looked at was found not to be one. */
  private long judgedFrom;

  private long marker;

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

  /** The place in a stream with markers that was looked at last, and how far it was followed. */
  private static final class MarkedPlace {
    private long place = NOWHERE;
    private long first;
    private CrcUse use = CrcUse.UNKNOWN;
    private int proof;
    private long at;
    private int right;
    private int headers;

    void begin(long newPlace, long newFirst, CrcUse newUse, int newProof) {
      place = newPlace;
      first = newFirst;
      use = newUse;
      proof = newProof;
      at = newPlace;
      right = 0;
      headers = 0;
    }
  }

  FramingSearch(FpduCrc crc) {
    this.crc = crc;
  }

  /** Forgets what was gathered. */
  void clear() {
    window.clear();
    candidates.clear();
    cost = 0;
    latest = 0;
  }

  boolean isEmpty() {
    return window.isEmpty();
  }

  /** Bytes that were looked at since framing was last known. */
  long lookedAt() {
    return lookedAt;
  }

  /** Runs of bytes that were gathered, each as often as it was. */
  long looks() {
    return looks;
  }

  long start() {
    return window.isEmpty() ? NOWHERE : window.get(0).position();
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

  /** Says that framing is known. */
  void restart() {
    lookedAt = 0;
  }

  StreamBytes firstPiece() {
    return window.get(0);
  }

  /** Adds bytes that follow those before, and are its own from now on. */
  void add(StreamBytes piece) {
    if (piece.length() == 0) {
      return;
    }
    if (window.isEmpty()) {
      scanned = piece.position();
      scannedForMarkers = scanned;
      judgedFrom = scanned;
      followed.place = NOWHERE;
    }
    window.add(piece);
    looks++;
    cost += piece.captured() + PIECE_COST;
    // What waits is shown again when its beginning was let go.
    lookedAt += Math.max(0, piece.end() - Math.max(piece.position(), lookedUpTo));
    lookedUpTo = Math.max(lookedUpTo, piece.end());
    if (cost > MOST_BYTES || window.size() > MOST_PIECES) {
      forgetHalf();
    }
  }

  private void forgetHalf() {
    int gone = 0;
    while (gone < window.size() - 1
        && (cost > MOST_BYTES / 2 || window.size() - gone > MOST_PIECES / 2)) {
      cost -= window.get(gone).captured() + PIECE_COST;
      gone++;
    }
    window.subList(0, gone).clear();
    latest = 0;
    long start = window.get(0).position();
    scanned = Math.max(scanned, start);
    scannedForMarkers = Math.max(scannedForMarkers, start);
    // They are in the order of their places.
    while (!candidates.isEmpty() && candidates.get(0).place < start) {
      candidates.remove(0);
    }
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
    scan();
    if (use != judgedBy || proven != judgedProven || span != judgedSpan) {
      for (Candidate each : candidates) {
        each.restart();
      }
      judgedBy = use;
      judgedProven = proven;
      judgedSpan = span;
    }
    for (int i = 0; i < candidates.size(); ) {
      int verdict = verdict(candidates.get(i), use, proven, breaksOff, span);
      if (verdict > 0) {
        return candidates.get(i).place;
      }
      if (verdict < 0) {
        candidates.remove(i);
      } else {
        i++;
      }
    }
    return NOWHERE;
  }

  private void scan() {
    long end = end();
    while (scanned < end && candidates.size() < MOST_CANDIDATES) {
      skipUnlikely();
      int weight = weightAt(scanned);
      if (weight == FpduHeaderTest.TOO_FEW && isWithin(scanned, end)) {
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
    StreamBytes piece = window.get(pieceAt(scanned));
    byte[] bytes = piece.array();
    int at = piece.offset() + (int) (scanned - piece.position());
    int end = piece.offset() + piece.captured() - FpduHeaderTest.LENGTH_FIELD - DdpControl.LENGTH;
    while (at <= end
        && !DdpControl.isUsual(NetworkOrder.shortAt(bytes, at + FpduHeaderTest.LENGTH_FIELD))) {
      at++;
    }
    scanned = piece.position() + at - piece.offset();
  }

  /** Whether a header that begins here may go on behind the end of what was gathered. */
  private static boolean isWithin(long position, long end) {
    return end - position < FpduHeaderTest.MOST;
  }

  /** 1 if proven, -1 if refuted, 0 if more has to come. */
  private int verdict(
      Candidate candidate, CrcUse use, boolean proven, boolean breaksOff, int span) {
    if (!breaksOff && end() < candidate.until) {
      return 0;
    }
    long at = candidate.at;
    int evidence = candidate.evidence;
    int headers = candidate.headers;
    int continued = candidate.continued;
    long continuedOffset = candidate.continuedOffset;
    while (true) {
      if (at == end()) {
        candidate.until = at + 1;
        return breaksOff ? sign(evidence >= PROOF_AT_END && !proven) : 0;
      }
      int weight = weightAt(at);
      if (weight == FpduHeaderTest.TOO_FEW) {
        boolean cut = breaksOff || !isWithin(at, end());
        return cut ? sign(evidence >= PROOF && headers > 1) : 0;
      }
      if (weight == FpduHeaderTest.NO) {
        return -1;
      }
      int length = header.getShort(0) & 0xffff;
      int size = FpduHeaderTest.size(length);
      if (use != CrcUse.OFF && isPresent(at, at + size)) {
        if (crcFits(at, size)) {
          return 1;
        }
        if (proven) {
          return -1;
        }
      }
      int control = header.getShort(FpduHeaderTest.LENGTH_FIELD) & 0xffff;
      if (weight == FpduHeaderTest.TAGGED) {
        TaggedHeader tagged = TaggedHeader.read(header, FpduHeaderTest.LENGTH_FIELD);
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
      boolean told = evidence >= PROOF && headers > 1 && at - candidate.place >= span;
      if (told && (!proven || !isCaptured(at, at + size))) {
        return 1;
      }
      at += size;
      if (at <= end()) {
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

  private int weightAt(long position) {
    return weightAt(position, NOWHERE);
  }

  /**
   * Reads the header at {@code position}, if it was captured, and weighs it.
   *
   * @param marker position of a marker, to leave out those that stand in the header; {@link
   *     #NOWHERE} if there are none
   */
  private int weightAt(long position, long marker) {
    int index = pieceAt(position);
    if (index < 0) {
      return FpduHeaderTest.TOO_FEW;
    }
    StreamBytes piece = window.get(index);
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

  // ---- the bytes of the window

  private long end() {
    return window.isEmpty() ? NOWHERE : window.get(window.size() - 1).end();
  }

  /** The byte at {@code position}, {@link #OUTSIDE} if it is not there. */
  private int byteAt(long position) {
    int index = pieceAt(position);
    if (index < 0) {
      return OUTSIDE;
    }
    StreamBytes piece = window.get(index);
    int at = (int) (position - piece.position());
    return at < piece.captured()
        ? NetworkOrder.byteAt(piece.array(), piece.offset() + at)
        : OUTSIDE;
  }

  private int pieceAt(long position) {
    if (position < start() || position >= end()) {
      return -1;
    }
    int low = 0;
    int high = window.size() - 1;
    if (latest <= high && window.get(latest).position() <= position) {
      if (position < window.get(latest).end()) {
        return latest;
      }
      low = latest;
    }
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (window.get(middle).position() <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    latest = low;
    return low;
  }

  /** Whether all of a range was sent, captured or cut. */
  private boolean isSent(long from, long to) {
    return from >= start() && to <= end();
  }

  /** Whether what was sent of a range was captured. */
  private boolean isCaptured(long from, long to) {
    long at = from;
    while (at < Math.min(to, end())) {
      StreamBytes piece = window.get(pieceAt(at));
      if (piece.captured() < piece.length() && at < to) {
        return false;
      }
      at = piece.end();
    }
    return true;
  }

  private boolean isPresent(long from, long to) {
    int index = pieceAt(from);
    if (index >= 0) {
      StreamBytes piece = window.get(index);
      if (to - piece.position() <= piece.captured()) {
        return true;
      }
    }
    return isSent(from, to) && isCaptured(from, to);
  }

  private boolean crcFits(long at, long size) {
    long end = at + size - FpduCrc.LENGTH;
    crc.begin();
    long from = at;
    while (from < end) {
      StreamBytes piece = window.get(pieceAt(from));
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

  // ---- streams with markers

  /**
   * The first FPDU of a stream that turns out to have markers: one that a marker points to, and
   * whose CRC fits, or behind which another marker stands and points to where an FPDU begins. The
   * bits of a marker that can be told beforehand are 32, so two hardly occur by chance.
   *
   * @param breaksOff whether nothing follows what was gathered
   */
  long findMarked(CrcUse use, boolean breaksOff) {
    long end = end();
    if (use != markersJudgedBy) {
      markersJudgedBy = use;
      judgedFrom = scannedForMarkers;
    }
    for (; scannedForMarkers + Markers.LENGTH <= end; scannedForMarkers++) {
      skipNoMarkers();
      long at = scannedForMarkers;
      int distance = markerAt(at);
      if (distance >= 0 && distance % Markers.LENGTH == 0 && at - distance >= start()) {
        long place = placeOf(at, distance);
        int verdict = markedVerdict(place, at, use, PROOF_OF_MARKERS);
        if (verdict > 0) {
          marker = at;
          return place;
        }
        if (verdict == 0 && !breaksOff) {
          return NOWHERE;
        }
        if (verdict == 0) {
          // More may come nevertheless, and be seen from the next marker.
          judgedFrom = at + 1;
        }
      }
    }
    return NOWHERE;
  }

  /** Whether something may be a marker, once more bytes have come. */
  boolean mayBeMarked() {
    return scannedForMarkers + Markers.LENGTH <= end();
  }

  /** Position of a marker, after {@link #findMarked} found one. */
  long marker() {
    return marker;
  }

  /** Bytes from the start of its FPDU to a marker, if one may stand here; else negative. */
  private int markerAt(long position) {
    int index = pieceAt(position);
    if (index < 0) {
      return -1;
    }
    StreamBytes piece = window.get(index);
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

  /**
   * Passes bytes of a piece that no marker begins with, or one that points to where no FPDU begins
   * in the same piece.
   */
  private void skipNoMarkers() {
    StreamBytes piece = window.get(pieceAt(scannedForMarkers));
    byte[] bytes = piece.array();
    int first = piece.offset();
    int end = first + piece.captured();
    int last = end - Markers.LENGTH;
    int at = first + (int) (scannedForMarkers - piece.position());
    while (at < last) {
      if (bytes[at + 1] != 0) {
        at += 2;
      } else if (bytes[at] != 0 || pointsNowhere(bytes, first, at, end)) {
        at++;
      } else {
        break;
      }
      if (at + WORD < last && NetworkOrder.longAt(bytes, at) == 0) {
        at = passZeros(bytes, at, end);
      }
    }
    scannedForMarkers = piece.position() + at - first;
  }

  /**
   * Passes zeros behind which there are so many that each would be a marker before a length and a
   * version of 0.
   */
  private static int passZeros(byte[] bytes, int from, int end) {
    int zeros = from + WORD;
    while (zeros < end && bytes[zeros] == 0) {
      zeros++;
    }
    return zeros - WORD + 1;
  }

  /** Whether what would be a marker points to where no FPDU begins, in the same piece. */
  private static boolean pointsNowhere(byte[] bytes, int first, int at, int end) {
    int distance = NetworkOrder.shortAt(bytes, at + Short.BYTES);
    if (distance % Markers.LENGTH != 0) {
      return true;
    }
    int length = at - distance;
    if (length - Markers.LENGTH < first) {
      return false;
    }
    int lengthAt = distance % Markers.SPACING == 0 ? length + Markers.LENGTH : length;
    int control = lengthAt + FpduHeaderTest.LENGTH_FIELD;
    return control + DdpControl.LENGTH <= end
        && !DdpControl.isUsual(NetworkOrder.shortAt(bytes, control));
  }

  /** Where an FPDU begins whose length is {@code distance} before a marker: at one, if need be. */
  private long placeOf(long marker, int distance) {
    long length = marker - distance;
    boolean follows = distance > 0 && Markers.untilNext(distance + Markers.LENGTH) == 0;
    return follows ? Math.max(start(), length - Markers.LENGTH) : length;
  }

  /**
   * 1 if an FPDU begins there in a stream with markers, -1 if not, 0 if more has to come.
   *
   * @param first where one marker stands
   * @param proof right markers that prove the place; a right CRC needs one less
   */
  private int markedVerdict(long place, long first, CrcUse use, int proof) {
    boolean again =
        followed.place == place
            && followed.first == first
            && followed.use == use
            && followed.proof == proof;
    if (!again) {
      followed.begin(place, first, use, proof);
    }
    int right = followed.right;
    int headers = followed.headers;
    long at = followed.at;
    while (at < end()) {
      long lengthAt = Markers.untilNext(at - first) == 0 ? at + Markers.LENGTH : at;
      int weight = weightAt(lengthAt, first);
      if (weight == FpduHeaderTest.NO) {
        return -1;
      }
      if (weight == FpduHeaderTest.TOO_FEW) {
        return isWithin(lengthAt, end() - Markers.LENGTH) ? 0 : -1;
      }
      int content = FpduHeaderTest.size(header.getShort(0) & 0xffff);
      long end =
          lengthAt + content + Markers.LENGTH * (long) Markers.within(lengthAt - first, content);
      if (at == place && proof == PROOF_OF_MARKERS && wasJudged(at, first, end)) {
        return -1;
      }
      for (long each = at + Markers.untilNext(at - first); each < end; each += Markers.SPACING) {
        if (isPresent(each, each + Markers.LENGTH)) {
          if (markerAt(each) != Math.max(0, each - lengthAt)) {
            return -1;
          }
          right++;
        }
      }
      boolean checked = use != CrcUse.OFF && right >= proof - 1 && isPresent(at, end);
      headers++;
      if (right >= proof
          || (headers >= PROOF && proof == PROOF_OF_PHASE)
          || (checked && markedCrcFits(at, lengthAt, end))) {
        return 1;
      }
      at = end;
      if (at <= end()) {
        followed.at = at;
        followed.right = right;
        followed.headers = headers;
      }
    }
    return 0;
  }

  /**
   * Whether the marker before {@code first} stands in the same FPDU, and was found not to be one:
   * either it points elsewhere, or all was seen that {@code first} would show.
   */
  private boolean wasJudged(long place, long first, long end) {
    long before = first - Markers.SPACING;
    return before >= judgedFrom
        && before >= place + Markers.untilNext(place - first)
        && first < end
        && isPresent(before, before + Markers.LENGTH);
  }

  private boolean markedCrcFits(long at, long lengthAt, long end) {
    return crcFits(at, end - at) || (lengthAt > at && crcFits(lengthAt, end - lengthAt));
  }

  /**
   * The first FPDU of a stream with markers.
   *
   * @param origin where one marker stands
   * @param breaksOff whether nothing follows what was gathered
   */
  long findByMarker(long origin, CrcUse use, boolean breaksOff) {
    long end = end();
    // FPDUs are multiples of a marker's length.
    scannedForMarkers += Math.floorMod(origin - scannedForMarkers, (long) Markers.LENGTH);
    for (; scannedForMarkers < end; scannedForMarkers += Markers.LENGTH) {
      int verdict = markedVerdict(scannedForMarkers, origin, use, PROOF_OF_PHASE);
      if (verdict > 0) {
        return scannedForMarkers;
      }
      if (verdict == 0 && !breaksOff) {
        return NOWHERE;
      }
    }
    return NOWHERE;
  }
}
