package org.rdmadump.rpcrdma.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.finding.Severity;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.RunSink;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/**
 * One RDMA Write message, or one RDMA Read request with its response: a part of a segment that one
 * RDMA operation moves.
 *
 * <p>In NFStest this is {@code RDMAseg}.
 */
public final class RdmaSubSegment implements RunSink {
  private static final int MOST_NOTES = 8;

  /** Warnings, or errors, that it has at most. */
  private static final int MOST_WORSE = 64;

  private final RdmaOperation operation;
  private List<Finding> findings = Collections.emptyList();

  /** What is wrong with it if it is of its segment, until that is certain. */
  private List<Finding> ifOfSegment = Collections.emptyList();

  private SegmentStore store;
  private int packets;

  /** Whether what is taken is more of the packet before, and whether that was counted. */
  private boolean isRest;

  private boolean counted;

  private int repeats;
  private long firstRepeatFrame;
  private long lastRepeatNanos = Long.MIN_VALUE;

  /** Whether a message lists it. */
  private boolean listed;

  private long transferred;
  private long highest;
  private final int firstPsn;
  private boolean refused;
  private int lastPsn;
  private long firstFrame;
  private long firstNanos;
  private long lastFrame;
  private long lastNanos;

  /** Where frames are shown, what they carry of it. */
  private @Nullable Contribution contribution;

  /** Where packets are wanted one by one, those with bytes that were not seen before. */
  private @Nullable FragmentLog log;

  RdmaSubSegment(RdmaOperation operation, SegmentStore store) {
    this.operation = operation;
    this.store = store;
    this.firstPsn = operation.firstPsn();
    this.lastPsn = operation.firstPsn();
    this.firstFrame = operation.frame();
    this.firstNanos = operation.epochNanos();
    this.lastFrame = operation.frame();
    this.lastNanos = operation.epochNanos();
  }

  /** The operation as its first packet announced it. */
  public RdmaOperation operation() {
    return operation;
  }

  /** The segment that it touches. */
  public RdmaSegment segment() {
    return store.segment();
  }

  /** The window of the call that it is of; null if that is not certain. */
  public @Nullable Window window() {
    return store.window();
  }

  /** Bytes of it that were seen, repeats counted once. */
  public long size() {
    return transferred;
  }

  public void contribution(Contribution ofFrames) {
    contribution = ofFrames;
  }

  public @Nullable Contribution contribution() {
    return contribution;
  }

  /** Has its packets listed from now on. */
  public void keepFragments(PagePool pool) {
    log = new FragmentLog(pool);
  }

  @Override
  public void packet(FragmentPlace place, int length, int psn, long frame) {
    if (log != null) {
      log.packet(place, length, psn, frame);
    }
  }

  void moveTo(SegmentStore other) {
    store = other;
    ifOfSegment = Collections.emptyList();
  }

  /** Ends it for good, as its segment is. */
  void retire() {
    if (contribution != null) {
      contribution.drop();
    }
    if (log != null) {
      log.release();
      log = null;
    }
    if (!store.takesForSure()) {
      ifOfSegment = Collections.emptyList();
    }
    store = RdmaSegment.retired();
  }

  @Override
  public void fragment(
      long address,
      ByteBuffer bytes,
      int offset,
      int captured,
      int length,
      int psn,
      long frame,
      long epochNanos) {
    SegmentStore target = store;
    counted &= isRest;
    long relative = address - target.offset();
    if (captured == length && target.append(relative, bytes, offset, length)) {
      count(address, length, length, psn, frame, epochNanos);
      target.announceIfComplete();
      return;
    }
    if (target.isEnded()) {
      return;
    }
    int inside = length;
    if (segment().kind() != RdmaSegment.Kind.UNKNOWN) {
      long left = target.length() - relative;
      inside = relative < 0 || left < 0 ? 0 : (int) Math.min(left, length);
      if (inside < length) {
        beyond(target, address, length, frame);
      }
    }
    if (relative > Long.MAX_VALUE - inside || !target.hasRoomFor(relative, inside)) {
      return;
    }
    int present = Math.min(captured, inside);
    if (target.seen().contradicts(relative, bytes, offset, present, present == inside)) {
      differs(address, inside, frame);
    }
    long fresh = target.place(relative, bytes, offset, present, inside);
    if (fresh == 0 && inside > 0) {
      repeated(frame, epochNanos);
      return;
    }
    count(address, inside, fresh, psn, frame, epochNanos);
    // Last, because it hands out the message with what was counted above.
    target.announceIfComplete();
  }

  @Override
  public void rest(
      long address,
      ByteBuffer bytes,
      int offset,
      int captured,
      int length,
      int psn,
      long frame,
      long epochNanos) {
    isRest = true;
    fragment(address, bytes, offset, captured, length, psn, frame, epochNanos);
    isRest = false;
  }

  @Override
  public long room(long address) {
    return log != null ? 0 : store.room(address - store.offset());
  }

  @Override
  public void fragments(
      long address, long length, int[] checksums, int count, int psn, long frame, long epochNanos) {
    store.append(address - store.offset(), length, checksums, count);
    packets += count - 1;
    counted = false;
    count(address, length, length, psn, frame, epochNanos);
  }

  private void repeated(long frame, long epochNanos) {
    if (isRest) {
      return;
    }
    if (repeats == 0) {
      firstRepeatFrame = frame;
    }
    repeats++;
    lastRepeatNanos = Math.max(lastRepeatNanos, epochNanos);
  }

  private void count(long address, long length, long fresh, int psn, long frame, long epochNanos) {
    transferred += fresh;
    if (!counted) {
      counted = true;
      packets++;
      if (log != null) {
        log.moved(address - operation.address(), psn, frame);
      }
    }
    long reach = address - operation.address() + length;
    if (reach >= highest) {
      highest = reach;
      lastPsn = psn;
    }
    if (frame > lastFrame) {
      lastFrame = frame;
      lastNanos = epochNanos;
    } else if (frame < firstFrame) {
      // It was captured before the packet that says where it belongs.
      firstFrame = frame;
      firstNanos = epochNanos;
    }
  }

  private void beyond(SegmentStore target, long address, int length, long frame) {
    ifOfSegment(
        Finding.inFrame(
            RpcRdmaRules.BEYOND_SEGMENT,
            frame,
            Counted.of(length, "byte") + " at " + Hex.of(address) + " " + target.beyond()));
  }

  /** Takes what is wrong with it unless it turns out that it is not of its segment. */
  public void ifOfSegment(Finding finding) {
    if (ifOfSegment.isEmpty()) {
      ifOfSegment = new ArrayList<>(1);
    }
    if (ifOfSegment.size() < MOST_WORSE) {
      ifOfSegment.add(finding.ofOperation(operation.frame()));
    }
  }

  private void differs(long address, int length, long frame) {
    finding(
        Finding.inFrame(
            RpcRdmaRules.DATA_DIFFERS.citing(operation.transport().delivery()),
            frame,
            "some of "
                + Counted.of(length, "byte")
                + " at "
                + Hex.of(address)
                + " differ from the first copy"));
  }

  @Override
  public boolean isOver() {
    return store.isEnded();
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // It is one object.
  public boolean isDone() {
    return store == RdmaSegment.retired();
  }

  @Override
  public void damaged(long address, long length) {
    store.refuse(address, length);
  }

  @Override
  public boolean tellsFindings() {
    return segment().kind() != RdmaSegment.Kind.UNKNOWN;
  }

  @Override
  public void finding(Finding finding) {
    if (findings.isEmpty()) {
      findings = new ArrayList<>(1);
    }
    if (hasRoomFor(finding.rule().severity())) {
      findings.add(finding.ofOperation(operation.frame()));
    }
  }

  /** Whether there is room; notes, of which there may be many, leave it to what is worse. */
  private boolean hasRoomFor(Severity severity) {
    int same = 0;
    for (Finding each : findings) {
      same += each.rule().severity() == severity ? 1 : 0;
    }
    return same < (severity == Severity.NOTE ? MOST_NOTES : MOST_WORSE);
  }

  private void dropLast(Severity severity) {
    int last = findings.size() - 1;
    while (findings.get(last).rule().severity() != severity) {
      last--;
    }
    findings.remove(last);
  }

  /** Takes note that its memory was advertised after all, in what was captured later. */
  void advertised() {
    if (!findings.isEmpty()) {
      findings.removeIf(each -> each.rule().equals(RpcRdmaRules.NOT_SEEN_ADVERTISED));
    }
  }

  @Override
  public void refused(Finding why) {
    if (!refused) {
      certainly(why);
    }
    refused = true;
  }

  /** Takes a finding in place of the last one of its severity, if there are too many. */
  void certainly(Finding finding) {
    if (!hasRoomFor(finding.rule().severity())) {
      dropLast(finding.rule().severity());
    }
    finding(finding);
  }

  /** Whether the other side is known not to send more of it. */
  public boolean isRefused() {
    return refused;
  }

  /** Address behind the highest byte that was seen of it; its own address if none was. */
  public long reached() {
    return operation.address() + highest;
  }

  /** Time of the first frame that has some of it, or of its request. */
  public long firstNanos() {
    return firstNanos;
  }

  /** That frame; not that of the beginning of the operation, if others were captured before. */
  public long firstFrame() {
    return firstFrame;
  }

  public long lastNanos() {
    return lastNanos;
  }

  public long lastFrame() {
    return lastFrame;
  }

  /** Whether it fetches bytes. */
  public boolean isRead() {
    return operation.kind() == RdmaOperation.Kind.READ;
  }

  /** Whether it moves bytes of a call, and not of its reply. */
  public boolean isOfCall() {
    return segment().kind() == RdmaSegment.Kind.READ;
  }

  /** Time of the last packet that was seen of it, repeats included. */
  public long lastSeenNanos() {
    return Math.max(lastNanos, lastRepeatNanos);
  }

  /** Whether a message lists it among its operations. */
  public boolean isListed() {
    return listed;
  }

  /** Takes note that a message lists it. */
  public void listed() {
    listed = true;
  }

  /** Hands over what was noticed about it since that was last done. */
  public void takeFindings(List<Finding> into) {
    if (!findings.isEmpty()) {
      into.addAll(findings);
      findings = Collections.emptyList();
    }
    if (!ifOfSegment.isEmpty() && store.takesForSure()) {
      into.addAll(ifOfSegment);
      ifOfSegment = Collections.emptyList();
    }
    if (repeats > 0) {
      into.add(repeated());
      repeats = 0;
    }
  }

  private Finding repeated() {
    String which =
        firstPsn < 0 ? "that frame " + operation.frame() + " begins" : "with PSN " + firstPsn;
    return Finding.inFrame(
            RpcRdmaRules.DATA_REPEATED.citing(operation.transport().delivery()),
            firstRepeatFrame,
            Counted.of(repeats, "data " + operation.transport().unit())
                + " retransmitted, of the operation "
                + which)
        .ofOperation(operation.frame());
  }

  /** What a message says of it. */
  public RdmaTransfer summary() {
    return new RdmaTransfer(
        isRead() ? RdmaTransfer.Kind.READ : RdmaTransfer.Kind.WRITE,
        operation.handle(),
        operation.address(),
        // Where the transport announces no length, the first packet was all that was known.
        Math.max(operation.length(), highest),
        transferred,
        packets,
        firstPsn,
        lastPsn,
        firstFrame,
        lastFrame,
        firstNanos,
        lastNanos,
        operation.sink(),
        log == null ? List.of() : log.list());
  }
}
