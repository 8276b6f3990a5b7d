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
import org.rdmadump.rdma.FrameVisitor;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SettledBy;

/** A Send, put together from its DDP segments by message offset. */
final class IwarpSend implements Send {
  /** Frames that are remembered besides the first and the last: an inline message has a few. */
  private static final int MOST_FRAMES = 64;

  /** Bytes of an FPDU around its DDP segment: length and CRC. */
  private static final int AROUND_ULPDU = 2 + 4;

  private static final int NO_PSN = -1;

  private static final long NEVER = Long.MIN_VALUE;

  private static final long[] NO_FRAMES = {};

  /** What is noticed of one Send: it may be sent again without end. */
  private static final int MOST_FINDINGS = 64;

  private final SegmentSender sender;
  private final int messageSequence;
  private final SendSegments segments;
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

  /** Where the next segment belongs. */
  private long next;

  /** Why bytes of it are absent; if none of its segments can have been missed, it had no others. */
  private Absence why = Absence.LOST;

  private boolean endSeen;

  /** Whether the capture begins within it. */
  private final boolean begun;

  /** Whether the capture ends within it. */
  private boolean cutOff;

  /** Payload of its longest segment. */
  private long longest;

  /** Bytes of the stream behind its last segment that were not captured. */
  private long missed;

  private boolean acknowledged;

  /** Time of the first acknowledgement of all its segments, {@link #NEVER} before it. */
  private long acknowledgedNanos = NEVER;

  private boolean proven;
  private Optional<SettledBy> settledBy = Optional.empty();
  private Optional<String> refusal = Optional.empty();

  /** Frames behind the first, where there are such. */
  private long[] moreFrames = NO_FRAMES;

  private int moreCount;

  /** Copies of bytes of it; made for the first. */
  private @Nullable SendCopies copies;

  /**
   * A Send.
   *
   * @param fpdu its first segment that was seen
   * @param begun whether the capture begins within the Send
   */
  IwarpSend(SegmentSender sender, UntaggedHeader header, Fpdu fpdu, boolean begun) {
    this.sender = sender;
    this.begun = begun;
    this.segments = new SendSegments(sender);
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
    acknowledgedNanos = NEVER;
    if (fpdu.lastFrame() >= lastFrame) {
      lastFrame = fpdu.lastFrame();
      lastNanos = fpdu.lastNanos();
    }
    remember(fpdu.firstFrame());
    remember(fpdu.endFrame());
    remember(fpdu.lastFrame());
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
          fpdu.finding(
              IwarpRules.BAD_OFFSET,
              "message offset " + offset + " where " + next + " is expected"));
    }
    missed = 0;
    longest = Math.max(longest, fpdu.length() - UntaggedHeader.LENGTH);
    next = offset + fpdu.length() - UntaggedHeader.LENGTH;
    segments.add(offset, fpdu, DdpControl.isLast(header.control()));
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

  /** Says that so many bytes of the stream behind its last segment are absent, and why. */
  void missed(long bytes, Absence absence) {
    missed += bytes;
    mayLack(absence);
  }

  /** Says that segments of it may be absent, and why. */
  void mayLack(Absence absence) {
    if (why != Absence.NOT_CAPTURED) {
      why = absence;
    }
  }

  /**
   * Says that more segments of it may have been sent.
   *
   * @param afterCapture whether those that are missing were sent after the capture ended
   */
  void goesOn(boolean afterCapture) {
    mayLack(Absence.NOT_CAPTURED);
    cutOff = afterCapture && missed == 0;
    missed = Math.max(missed, longest + UntaggedHeader.LENGTH + AROUND_ULPDU);
  }

  /** Whether it begins with the same four bytes as another, which is complete. */
  boolean beginsLike(IwarpSend other) {
    return segments.beginLike(other.payload);
  }

  /** Memory that it holds, roughly. */
  int cost() {
    return segments.cost();
  }

  /** Puts the segments together: nothing more of it comes. */
  void complete() {
    Rope.Builder rope = Rope.builder();
    boolean gap = segments.join(rope, why, begun) || (!endSeen && !cutOff);
    if (!endSeen) {
      rope.addHole(unseenEnd(), why);
    }
    payload = rope.build();
    if (gap) {
      if (findings.size() == MOST_FINDINGS) {
        findings.remove(MOST_FINDINGS - 1);
      }
      boolean isCut = why == Absence.TRUNCATED;
      note(
          Finding.inFrame(
              isCut ? IwarpRules.MESSAGES_CUT : IwarpRules.MISSING_SEGMENTS,
              lastFrame,
              Counted.of(count, "segment")
                  + " of Send "
                  + Integer.toUnsignedString(messageSequence)
                  + " captured"
                  + (endSeen ? "" : ", its end not among them")
                  + (isCut ? ": the snap length cut the headers of the others" : "")));
    }
  }

  /** The most bytes that the segments behind its last one can have had, and at least one. */
  private long unseenEnd() {
    return Math.max(
        1, Math.min(missed - UntaggedHeader.LENGTH - AROUND_ULPDU, SendSegments.MOST_BYTES));
  }

  /** Adds a finding; the first that there is no room for is left out, and all behind it. */
  @Override
  public void note(Finding finding) {
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
    SendCopies known = copies;
    if (known == null) {
      known = new SendCopies();
      copies = known;
    }
    known.makeRoom();
    if (!proven) {
      known.add(Math.max(from, position), Math.min(to, end), frame, nanos);
    }
  }

  /** Says that what a frame repeated of {@code [from, to)} had arrived before. */
  void needless(long from, long to, long frame) {
    SendCopies known = copies;
    if (known != null) {
      known.needless(from, to, frame);
    }
  }

  private SendCopies.@Nullable Copy latestCopy() {
    SendCopies known = copies;
    return known == null ? null : known.latest();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long end() {
    return end;
  }

  /** Notes the time of an acknowledgement of all its segments so far. */
  void acknowledgedAt(long nanos) {
    if (acknowledgedNanos == NEVER) {
      acknowledgedNanos = nanos;
    }
  }

  /** Says that it was acknowledged, at a time unless that was noted. */
  void acknowledge(long nanos) {
    acknowledged = true;
    acknowledgedAt(nanos);
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
  public boolean isBegunBefore() {
    return begun;
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
    SendCopies.Copy repeat = latestCopy();
    return repeat == null ? lastFrame : Math.max(lastFrame, repeat.frame());
  }

  @Override
  public long lastNanos() {
    SendCopies.Copy repeat = latestCopy();
    return repeat == null || repeat.frame() < lastFrame ? lastNanos : repeat.nanos();
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
    if (!isRemembered(lastFrame())) {
      visitor.frame(lastFrame());
    }
  }

  private boolean isRemembered(long frame) {
    boolean found = frame == firstFrame;
    for (int i = 0; i < moreCount && !found; i++) {
      found = moreFrames[i] == frame;
    }
    return found;
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
    return acknowledgedNanos;
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
    return segments.fragments();
  }

  @Override
  public List<Finding> findings() {
    return findings;
  }
}
