package org.rdmadump.iwarp.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.FrameVisitor;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SettledBy;

/** A Send, put together from its DDP segments by message offset. */
final class IwarpSend implements Send {
  /** Bytes of one Send that are kept: no RPC-over-RDMA message is longer (RFC 8797). */
  private static final int MOST_BYTES = 1 << 20;

  private static final int MOST_SEGMENTS = 4096;

  /** Frames that are remembered besides the first and the last: an inline message has a few. */
  private static final int MOST_FRAMES = 64;

  /** Bytes of an FPDU around its DDP segment: length and CRC. */
  private static final int AROUND_ULPDU = 2 + 4;

  private static final int NO_PSN = -1;

  private static final long[] NO_FRAMES = {};

  /** What a segment holds beside its payload, roughly. */
  private static final int SEGMENT_COST = 200;

  /** What is noticed of one Send: it may be sent again without end. */
  private static final int MOST_FINDINGS = 64;

  /** Repeats of which it may turn out that they brought nothing; the oldest are forgotten. */
  private static final int MOST_COPIES = 16;

  private final SegmentSender sender;
  private final int messageSequence;
  private final List<Segment> segments = new ArrayList<>(1);
  private List<Finding> findings = List.of();
  private Rope payload = Rope.empty();
  private OptionalInt invalidates = OptionalInt.empty();
  private final long position;
  private long end;
  private final long firstFrame;
  private final long firstNanos;
  private long lastFrame;
  private long lastNanos;
  private int count;
  private int kept;

  /** Segments of which it is known where they are; of others where the first and the last are. */
  private int tracked;

  private long untrackedFrom = Long.MAX_VALUE;
  private long untrackedTo;

  /** Where the next segment belongs. */
  private long next;

  /** Whether none of its segments can have been missed: what is absent was never sent. */
  private boolean seamless = true;

  private boolean endSeen;

  /** Bytes of the stream behind its last segment that were not captured. */
  private long missed;

  private boolean acknowledged;
  private boolean proven;
  private Optional<SettledBy> settledBy = Optional.empty();
  private Optional<String> refusal = Optional.empty();

  /** Frames behind the first, where there are such. */
  private long[] moreFrames = NO_FRAMES;

  private int moreCount;

  /** Copies of bytes of it that may be the ones that arrived. */
  private List<Copy> copies = List.of();

  /** What a frame repeated of it, by positions in the stream. */
  private record Copy(long from, long to, long frame, long nanos) {}

  private record Segment(long offset, Rope bytes, boolean last, long frame) {}

  IwarpSend(SegmentSender sender, UntaggedHeader header, Fpdu fpdu) {
    this.sender = sender;
    this.messageSequence = header.messageSequence();
    this.position = fpdu.position();
    this.firstFrame = fpdu.firstFrame();
    this.firstNanos = fpdu.firstNanos();
  }

  int messageSequence() {
    return messageSequence;
  }

  /**
   * Takes a segment of it.
   *
   * @param follows whether nothing can have been missed since the segment before it
   */
  void add(UntaggedHeader header, boolean invalidating, boolean follows, Fpdu fpdu) {
    count++;
    end = fpdu.end();
    lastFrame = fpdu.lastFrame();
    lastNanos = fpdu.lastNanos();
    if (lastFrame != firstFrame) {
      remember(fpdu.firstFrame());
      remember(lastFrame);
    }
    endSeen |= DdpControl.isLast(header.control());
    if (invalidating) {
      invalidates = OptionalInt.of(header.invalidateStag());
    }
    Finding fault = fpdu.takeFault();
    if (fault != null) {
      note(fault);
    }
    long offset = Integer.toUnsignedLong(header.messageOffset());
    if (follows && offset != next) {
      note(
          new Finding(
              IwarpRules.BAD_OFFSET,
              fpdu.firstFrame(),
              fpdu.frameOffset(),
              "message offset " + offset + " where " + next + " is expected"));
    }
    seamless &= follows;
    missed = 0;
    next = offset + fpdu.length() - UntaggedHeader.LENGTH;
    if (tracked == MOST_SEGMENTS) {
      untrackedFrom = Math.min(untrackedFrom, offset);
      untrackedTo = Math.max(untrackedTo, offset + fpdu.length() - UntaggedHeader.LENGTH);
      sender.evictedSendSegment();
    } else {
      tracked++;
      int at = segments.size();
      while (at > 0 && segments.get(at - 1).offset > offset) {
        at--;
      }
      segments.add(
          at,
          new Segment(offset, copy(fpdu), DdpControl.isLast(header.control()), fpdu.lastFrame()));
    }
  }

  private void remember(long frame) {
    if (frame == firstFrame
        || (moreCount > 0 && moreFrames[moreCount - 1] == frame)
        || moreCount == MOST_FRAMES) {
      return;
    }
    if (moreCount == moreFrames.length) {
      moreFrames = Arrays.copyOf(moreFrames, 2 * moreCount + 2);
    }
    moreFrames[moreCount++] = frame;
  }

  private Rope copy(Fpdu fpdu) {
    int from = UntaggedHeader.LENGTH;
    int length = fpdu.length() - from;
    if (kept + length > MOST_BYTES) {
      sender.evictedSendSegment();
      return Rope.builder().addHole(length, Absence.EVICTED).build();
    }
    kept += length;
    Rope.Builder rope = Rope.builder();
    int at = 0;
    for (int gap = 0; gap < fpdu.gaps(); gap++) {
      int gapFrom = Math.max(at, fpdu.gapFrom(gap) - from);
      int gapTo = Math.max(gapFrom, fpdu.gapTo(gap) - from);
      rope.add(copy(fpdu, from + at, gapFrom - at));
      rope.addHole(gapTo - gapFrom, fpdu.gapWhy(gap));
      at = gapTo;
    }
    return rope.add(copy(fpdu, from + at, length - at)).build();
  }

  private static byte[] copy(Fpdu fpdu, int from, int count) {
    byte[] bytes = new byte[count];
    if (count > 0) {
      fpdu.bytes().get(fpdu.offset() + from, bytes);
    }
    return bytes;
  }

  /** Says that so many bytes of the stream behind its last segment were not captured. */
  void missed(long bytes) {
    missed += bytes;
    seamless = false;
  }

  /** Memory that it holds, roughly. */
  int cost() {
    return kept + tracked * SEGMENT_COST;
  }

  /** Puts the segments together: nothing more of it comes. */
  void complete() {
    Rope.Builder rope = Rope.builder();
    boolean gap = !endSeen;
    for (Segment segment : segments) {
      gap |= addHole(rope, segment.offset);
      long expected = rope.length();
      long known = Math.min(Math.max(0, expected - segment.offset), segment.bytes.length());
      rope.add(segment.bytes, known, segment.bytes.length());
    }
    gap |= addHole(rope, untrackedTo);
    if (!endSeen) {
      addHole(rope, rope.length() + unseenEnd());
    }
    payload = rope.build();
    if (gap) {
      if (findings.size() == MOST_FINDINGS) {
        findings.remove(MOST_FINDINGS - 1);
      }
      note(
          new Finding(
              IwarpRules.MISSING_SEGMENTS,
              lastFrame,
              -1,
              Counted.of(count, "segment")
                  + " of Send "
                  + Integer.toUnsignedString(messageSequence)
                  + " captured"
                  + (endSeen ? "" : ", its end not among them")));
    }
  }

  /** The most bytes that the segments behind its last one can have had, and at least one. */
  private long unseenEnd() {
    return Math.max(1, Math.min(missed - UntaggedHeader.LENGTH - AROUND_ULPDU, MOST_BYTES));
  }

  /** Adds what is absent up to {@code to}; true if some of it was never here. */
  private boolean addHole(Rope.Builder rope, long to) {
    long from = rope.length();
    long evictedFrom = Math.min(to, Math.max(from, untrackedFrom));
    long evictedTo = Math.min(to, Math.max(evictedFrom, untrackedTo));
    if (from >= to) {
      return false;
    }
    Absence why = seamless ? Absence.LOST : Absence.NOT_CAPTURED;
    rope.addHole(evictedFrom - from, why);
    rope.addHole(evictedTo - evictedFrom, Absence.EVICTED);
    rope.addHole(to - evictedTo, why);
    return evictedTo - evictedFrom < to - from;
  }

  /** Adds a finding; the first that there is no room for is left out, and all behind it. */
  void note(Finding finding) {
    if (findings.isEmpty()) {
      findings = new ArrayList<>(1);
    }
    if (findings.size() < MOST_FINDINGS) {
      findings.add(finding);
    }
  }

  boolean touches(long from, long to) {
    return from < end && to > position;
  }

  /** Says that bytes of it were sent again: that copy counts until it proves needless. */
  void repeatedIn(long from, long to, long frame, long nanos) {
    remember(frame);
    if (copies.isEmpty()) {
      copies = new ArrayList<>(1);
    } else if (copies.size() == MOST_COPIES) {
      copies.remove(0);
    }
    if (proven) {
      return;
    }
    copies.add(new Copy(Math.max(from, position), Math.min(to, end), frame, nanos));
  }

  /** Says that what a frame repeated of {@code [from, to)} had arrived before. */
  void needless(long from, long to, long frame) {
    for (int i = copies.size() - 1; i >= 0; i--) {
      Copy copy = copies.get(i);
      if (copy.frame != frame || from >= copy.to || to <= copy.from) {
        continue;
      }
      copies.remove(i);
      if (copy.from < from) {
        copies.add(new Copy(copy.from, from, copy.frame, copy.nanos));
      }
      if (to < copy.to) {
        copies.add(new Copy(to, copy.to, copy.frame, copy.nanos));
      }
    }
  }

  /** The latest copy that may have delivered some of it; null if no repeat may. */
  private @Nullable Copy latest() {
    Copy latest = null;
    for (Copy each : copies) {
      if (latest == null || each.frame > latest.frame) {
        latest = each;
      }
    }
    return latest;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long end() {
    return end;
  }

  void acknowledge() {
    acknowledged = true;
  }

  /** Settles it, for want of proof for a reason. */
  void settle(SettledBy by) {
    settledBy =
        Optional.of(acknowledged || refusal.isPresent() || proven ? SettledBy.EVIDENCE : by);
  }

  @Override
  public Optional<SettledBy> settledBy() {
    return settledBy;
  }

  @Override
  public void proven() {
    proven = true;
  }

  @Override
  public int side() {
    return sender.side();
  }

  @Override
  public Rope payload() {
    return payload;
  }

  @Override
  public boolean endSeen() {
    return endSeen;
  }

  @Override
  public long firstFrame() {
    return firstFrame;
  }

  @Override
  public long firstNanos() {
    return firstNanos;
  }

  @Override
  public long lastFrame() {
    Copy repeat = latest();
    return repeat == null ? lastFrame : Math.max(lastFrame, repeat.frame);
  }

  @Override
  public long lastNanos() {
    Copy repeat = latest();
    return repeat == null || repeat.frame < lastFrame ? lastNanos : repeat.nanos;
  }

  @Override
  public int firstPsn() {
    return NO_PSN;
  }

  @Override
  public long order() {
    return position;
  }

  @Override
  public int packets() {
    return count;
  }

  @Override
  public OptionalInt invalidates() {
    return invalidates;
  }

  /** Says that the connection was given up before it came, and by whom. */
  void refuse(String why) {
    refusal = Optional.of(why);
  }

  @Override
  public void forEachFrame(FrameVisitor visitor) {
    visitor.frame(firstFrame);
    for (int i = 0; i < moreCount; i++) {
      visitor.frame(moreFrames[i]);
    }
    long latest = lastFrame();
    if (latest > (moreCount == 0 ? firstFrame : moreFrames[moreCount - 1])) {
      visitor.frame(latest);
    }
  }

  @Override
  public boolean delivered() {
    return refusal.isEmpty();
  }

  @Override
  public String whyNotDelivered() {
    return refusal.orElse("");
  }

  @Override
  public boolean acknowledged() {
    return acknowledged;
  }

  @Override
  public long acknowledgedNanos() {
    return sender.now();
  }

  @Override
  public void release() {
    payload = Rope.empty();
    segments.clear();
    moreFrames = NO_FRAMES;
    moreCount = 0;
  }

  @Override
  public List<RdmaFragment> fragments() {
    List<RdmaFragment> fragments = new ArrayList<>(segments.size());
    for (Segment each : segments) {
      fragments.add(
          new RdmaFragment(
              each.last ? FragmentPlace.LAST : FragmentPlace.MORE,
              each.offset,
              (int) each.bytes.length(),
              NO_PSN,
              each.frame));
    }
    return fragments;
  }

  @Override
  public List<Finding> findings() {
    return findings;
  }
}
