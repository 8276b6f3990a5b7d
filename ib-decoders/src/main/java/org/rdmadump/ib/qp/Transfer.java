package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Part;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.rdma.FragmentSink;

/** An RDMA Write or Read, and the PSNs that its data packets take. */
final class Transfer {
  /**
   * Ranges of its responses that each set remembers; what is beyond counts as docs/limits.md says.
   */
  static final int MOST_RANGES = 8;

  final long firstPsn;
  final int handle;
  final long address;
  final long length;

  /** Of its request. */
  final long frame;

  FragmentSink sink;
  private int mtu;

  /** Whether one response said the path MTU, and it is not that of the connection. */
  private boolean doubtful;

  private long endPsn;
  private long nextResponse;

  /** Responses up to this one are not to be taken the short way. */
  private long longWayTo;

  /** Responses that others passed; made for the first. */
  private @Nullable ByteRanges passed;

  /** Responses that were seen before this operation asked for them again; none mostly. */
  private @Nullable ByteRanges seenBefore;

  /**
   * An operation.
   *
   * @param firstPsn extended PSN of the Write's first packet or the Read's first response
   * @param handle R_Key
   * @param address virtual address
   * @param length DMA length
   * @param frame of its request
   * @param mtu path MTU, 0 if not known yet
   * @param sink who takes its fragments
   */
  Transfer(
      long firstPsn,
      int handle,
      long address,
      long length,
      long frame,
      int mtu,
      FragmentSink sink) {
    this.firstPsn = firstPsn;
    this.nextResponse = firstPsn;
    this.longWayTo = firstPsn;
    this.handle = handle;
    this.address = address;
    this.length = length;
    this.frame = frame;
    this.sink = sink;
    pathMtu(mtu);
  }

  /** Packets that {@code length} bytes take: at least one. */
  static long packets(long length, int mtu) {
    return Math.max(1, (length + mtu - 1) / mtu);
  }

  /** Lets go of what takes its packets, if that is done; false if it is not. */
  boolean letsGo() {
    boolean done = sink.isDone();
    if (done) {
      sink = FragmentSink.DONE;
    }
    return done;
  }

  private void pathMtu(int bytes) {
    mtu = bytes;
    endPsn = firstPsn + packets(length, bytes == 0 ? PathMtu.SMALLEST : bytes);
  }

  /** Whether a packet is one of its own; any of the most that are possible by now. */
  boolean covers(long psn) {
    return psn >= firstPsn && psn < endPsn;
  }

  /** Whether there is a packet that both may take; what does not overlap never will. */
  boolean overlaps(Transfer other) {
    return firstPsn < other.endPsn && other.firstPsn < endPsn;
  }

  boolean isSame(int otherHandle, long otherAddress, long otherLength) {
    return handle == otherHandle && address == otherAddress && length == otherLength;
  }

  /** Whether it is known where packet {@code psn} belongs. */
  boolean canPlace(long psn) {
    return mtu != 0 || psn == firstPsn;
  }

  /**
   * Learns the path MTU, if it is not known, from the payload of a packet.
   *
   * @param last whether the packet is the last one, which need not be full
   * @param psn its extended PSN
   * @param bytes of payload on the wire
   */
  void learnMtu(boolean last, long psn, int bytes) {
    if (mtu != 0) {
      return;
    }
    if (!last) {
      if (PathMtu.isValid(bytes)) {
        pathMtu(bytes);
      }
      return;
    }
    long before = psn - firstPsn;
    long rest = length - bytes;
    if (before == 0 && rest == 0) {
      // An Only takes one PSN, whatever the path MTU.
      pathMtu(Math.max(1, bytes));
    } else if (before > 0 && rest > 0 && rest % before == 0 && PathMtu.isValid(rest / before)) {
      pathMtu((int) (rest / before));
    }
  }

  /**
   * Learns another path MTU than that of earlier operations, from a response that was not possible
   * with it. Only the first that was seen may say so against what is known of the connection; where
   * others agree with that, it was wrong.
   *
   * @param part which part of the message the packet is
   * @param psn its extended PSN
   * @param bytes of payload on the wire
   * @param known path MTU of the connection
   * @return whether it did, so that it takes other PSNs
   */
  boolean relearnMtu(Part part, long psn, int bytes, int known) {
    if (mtu == 0 || (nextResponse > firstPsn + 1 && !doubtful)) {
      return false;
    }
    long found = fullBytes(part, psn, bytes);
    if (found == mtu || (nextResponse > firstPsn && found != known)) {
      return false;
    }
    doubtful = found != known;
    long before = endPsn;
    pathMtu((int) found);
    return endPsn != before;
  }

  /** Bytes of a full packet as a response says, {@link #mtu} if it says nothing that can be. */
  private long fullBytes(Part part, long psn, int bytes) {
    long before = psn - firstPsn;
    if (part == Part.ONLY) {
      return before == 0 && bytes == length ? Math.max(mtu, bytes) : mtu;
    }
    long full = bytes;
    boolean fits = before > 0 || part == Part.FIRST;
    if (part == Part.LAST) {
      full = before == 0 ? 0 : (length - bytes) / before;
      fits &= full * before + bytes == length;
    } else {
      fits &= (before + 1) * full < length;
    }
    return fits && PathMtu.isValid(full) ? full : mtu;
  }

  /**
   * Takes the PSN of a response, which is to come in order.
   *
   * @param crowded whether there is no room to remember what it passes
   */
  PsnSequence.Arrival respond(long psn, boolean crowded) {
    if (psn < nextResponse) {
      fill(psn);
      return PsnSequence.Arrival.REPEAT;
    }
    boolean next = psn == nextResponse;
    if (!next && !crowded) {
      pass(nextResponse, psn);
    }
    nextResponse = psn + 1;
    return next ? PsnSequence.Arrival.IN_ORDER : PsnSequence.Arrival.AHEAD;
  }

  private void pass(long from, long to) {
    ByteRanges ranges = passed;
    if (ranges == null) {
      ranges = new ByteRanges();
      passed = ranges;
    }
    if (ranges.count() < MOST_RANGES) {
      ranges.add(from, to);
    }
  }

  /** Takes a response out of those that were passed; where two gaps would be one too many, more. */
  private void fill(long psn) {
    ByteRanges gaps = passed;
    if (gaps == null || !gaps.contains(psn)) {
      return;
    }
    int gap = gaps.firstEndingBehind(psn);
    long from = gaps.from(gap);
    long to = gaps.to(gap);
    boolean parts = psn > from && psn + 1 < to;
    if (!parts || gaps.count() < MOST_RANGES) {
      gaps.subtract(psn, psn + 1);
    } else if (psn - from < to - psn) {
      gaps.subtract(from, psn + 1);
    } else {
      gaps.subtract(psn, to);
    }
  }

  /** How many gaps are remembered. */
  int gaps() {
    return passed == null ? 0 : passed.count();
  }

  /** Whether the response with this PSN was seen, be it that another operation asked for it. */
  boolean wasAnswered(long psn) {
    return (psn < nextResponse && (passed == null || !passed.contains(psn)))
        || (seenBefore != null && seenBefore.contains(psn));
  }

  /** Whether this Read asks again for the end of another. */
  boolean isRestOf(Transfer whole) {
    long before = whole.mtu * (firstPsn - whole.firstPsn);
    return before > 0 && whole.isSame(handle, address - before, length + before);
  }

  /**
   * Notes which responses to this Read were seen because an earlier one, or one before that, asked.
   */
  void repeats(Transfer earlier) {
    ByteRanges seen = new ByteRanges();
    long from = Math.max(firstPsn, earlier.firstPsn);
    long to = Math.min(endPsn, earlier.nextResponse);
    if (from < to) {
      seen.add(from, to);
      if (earlier.passed != null) {
        for (int i = 0; i < earlier.passed.count(); i++) {
          seen.subtract(earlier.passed.from(i), earlier.passed.to(i));
        }
      }
    }
    takeSeen(seen);
    if (earlier.seenBefore != null) {
      takeSeen(earlier.seenBefore);
    }
  }

  private void takeSeen(ByteRanges seen) {
    for (int i = 0; i < seen.count(); i++) {
      long from = Math.max(firstPsn, seen.from(i));
      long to = Math.min(endPsn, seen.to(i));
      if (from < to) {
        ByteRanges ranges = seenBefore;
        if (ranges == null) {
          ranges = new ByteRanges();
          seenBefore = ranges;
        }
        if (ranges.count() < MOST_RANGES) {
          ranges.add(from, to);
          longWayTo = Math.max(longWayTo, to - 1);
        }
      }
    }
  }

  /**
   * Takes the PSN of a response if it is the next one, neither the first nor the last, and none
   * before it was seen.
   *
   * @return false if it is not; nothing was changed then
   */
  boolean respondIfNext(int wirePsn) {
    long next = nextResponse;
    if (PsnSequence.onWire(next) != wirePsn || next <= longWayTo || next + 1 >= endPsn) {
      return false;
    }
    nextResponse = next + 1;
    return true;
  }

  /** The response that is to come next. */
  long nextResponse() {
    return nextResponse;
  }

  /** Whether packets with so many bytes are full, and it is known where they belong. */
  boolean isFull(int bytes) {
    return mtu != 0 && mtu == bytes;
  }

  /** Whether it is known how its bytes are cut into packets, and with it where it ends. */
  boolean knowsMtu() {
    return mtu != 0;
  }

  /** Whether the last response was seen. */
  boolean isAnswered() {
    return mtu != 0 && nextResponse >= endPsn;
  }

  /**
   * Whether responses were not seen, neither when this Read asked for them nor when an earlier one
   * did.
   */
  boolean lacksResponses() {
    return seenBefore == null && (!isAnswered() || gaps() > 0);
  }

  /** {@return that responses to it are not in the capture, of which the path MTU is known} */
  Finding responsesNotCaptured() {
    long all = endPsn - firstPsn;
    long missing = endPsn - nextResponse;
    ByteRanges gaps = passed;
    for (int i = 0; gaps != null && i < gaps.count(); i++) {
      missing += gaps.to(i) - gaps.from(i);
    }
    String which = all == 1 ? "the response" : missing + " of " + all + " responses";
    return new Finding(
        IbRules.NOT_CAPTURED,
        frame,
        -1,
        which
            + " to the RDMA READ Request with PSN "
            + PsnSequence.onWire(firstPsn)
            + (missing == 1 ? " is" : " are")
            + " not in the capture");
  }

  /** Whether all its PSNs are before {@code psn}. */
  boolean endsBefore(long psn) {
    return mtu != 0 && psn >= endPsn;
  }

  /** Packets from {@code psn} on that carry {@code bytes} and are not the last; 0 if none do. */
  long middlesFrom(long psn, int bytes) {
    return mtu != 0 && bytes == mtu ? Math.max(0, endPsn - 1 - psn) : 0;
  }

  /**
   * Whether a request at {@code psn}, or before it, comes behind this Read, and its last response
   * was not seen; without a path MTU, none was.
   */
  boolean isUnansweredBefore(long psn) {
    return mtu == 0
        ? firstPsn < psn && nextResponse == firstPsn
        : endPsn <= psn && nextResponse < endPsn;
  }

  /** The PSN behind its last. */
  long endPsn() {
    return endPsn;
  }

  /** Takes the PSNs of responses that come next. */
  void respondNext(int count) {
    nextResponse += count;
  }

  /** Where the payload of packet {@code psn} belongs. */
  long addressOf(long psn) {
    return address + (psn - firstPsn) * mtu;
  }

  /** Bytes of packet {@code psn} that are inside of the operation, at most {@code bytes}. */
  int inside(long psn, int bytes) {
    long left = length - (psn - firstPsn) * mtu;
    return (int) Math.max(0, Math.min(left, bytes));
  }

  /** Takes one of its packets, whose place among the PSNs is known. */
  void take(TransportPacket packet, long psn, PsnSequence.Arrival place) {
    int inside = inside(psn, packet.payloadLength());
    sink.packet(
        packet.opcode().part().place(), packet.payloadLength(), packet.psn(), packet.frameNumber());
    sink.fragment(
        addressOf(psn),
        packet.bytes(),
        packet.payloadOffset(),
        Math.min(packet.payloadCaptured(), inside),
        inside,
        packet.psn(),
        packet.frameNumber(),
        packet.nanos());
    if (inside < packet.payloadLength()
        || packet.fault() != null
        || place == PsnSequence.Arrival.AHEAD) {
      note(packet, inside, place);
    }
  }

  private void note(TransportPacket packet, int inside, PsnSequence.Arrival place) {
    if (inside < packet.payloadLength()) {
      sink.finding(
          packet.finding(
              IbRules.BEYOND_DMA_LENGTH,
              "%s beyond the DMA length of %d",
              Counted.of(packet.payloadLength() - inside, "byte"),
              length));
    }
    Finding fault = packet.fault();
    if (fault != null) {
      sink.finding(fault);
    }
    if (place == PsnSequence.Arrival.AHEAD) {
      sink.finding(packet.finding(IbRules.OUT_OF_ORDER, "PSN %d is ahead of a gap", packet.psn()));
    }
  }
}
