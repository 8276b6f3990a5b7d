package org.rdmadump.rpcrdma.call;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.MessageStream;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/** A call that is put together of what its Send carried and, at their positions, Read chunks. */
public final class CallDraft extends Draft {
  private final MessageReading reading;
  private CallInFlight of;
  private ReasonForHole reason;
  private SegmentsByPosition readSegments;
  private boolean lengthKnown;

  /** A call of which is known what {@link Drafts#call} says. */
  CallDraft(MessageReading reading, CallInFlight of, ReasonForHole reason) {
    super(of.send, of.parsed);
    this.reading = reading;
    take(of, reason);
  }

  /** Begins another call. */
  void begin(CallInFlight which, ReasonForHole why) {
    begin(which.send, which.parsed);
    take(which, why);
  }

  private void take(CallInFlight which, ReasonForHole why) {
    of = which;
    reason = why;
    readSegments = SegmentsByPosition.of(which);
    lengthKnown = false;
    if (which.isNoticed()) {
      note(which.findings());
    }
  }

  /** Puts the message together, all but what output says of it. */
  public void build() {
    Rope base = of.parsed.carriesMessage() ? of.inline() : positionZero();
    if (base != null) {
      layout = StreamLayout.unchunked(rest());
      stream = of.parsed.hasReads() ? insertReads(base) : base;
    }
    if (!of.parsed.carriesMessage()) {
      readRpc();
    }
    if (base != null) {
      of.digest(base);
    }
    if (reading.takesContent() && base != null) {
      review();
    }
    if (of.parsed.hasReads()) {
      moveReads();
    }
    lengthKnown = base != null && of.send.endSeen();
  }

  private void review() {
    ReadChunkReview.judge(reading.decoder(), of, readSegments, this);
  }

  private void moveReads() {
    for (RdmaSegment segment : of.memory().distinctReads()) {
      moved(segment);
    }
  }

  private void readRpc() {
    int known = of.findings().size();
    of.readRpc(stream, reading);
    findings.addAll(of.findings().subList(known, of.findings().size()));
  }

  /** Tells the call as what it was handed out. */
  public void tellCall() {
    of.handedOut(handedOut());
  }

  /** Whether it has a header that is right, and was delivered. */
  public boolean isRpc() {
    return !of.parsed.isMalformed() && of.send.delivered();
  }

  /** Takes it for an RPC message, once it is known whether it repeats another one. */
  public void isCall() {
    missing = MessageStream.missing(stream);
    isRepeat = of.isRepeat();
  }

  @Override
  void listChunks() {
    readChunks = readSegments.chunks();
  }

  @Override
  long length() {
    return lengthKnown ? stream.length() : -1;
  }

  @Override
  boolean knowsSequence() {
    return true;
  }

  @Override
  RpcSummary summary(List<MissingRange> unseen) {
    CallIdentity identity = of.identity();
    return new RpcSummary(
        true,
        of.messageXid(),
        of.rpc(),
        identity.program(),
        identity.version(),
        identity.procedure(),
        identity.credential(),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        of.repeatOf(),
        lengthKnown ? reading.lengths().of(stream.length()) : OptionalLong.empty(),
        reading.digests() && isComplete() && stream.isComplete()
            ? Optional.of(stream.sha256())
            : Optional.empty(),
        isComplete(),
        unseen);
  }

  private @Nullable Rope positionZero() {
    return of.parsed.isTruncated() ? null : concatenate(readSegments.at(0));
  }

  /** How bytes moved that no Read chunk has but perhaps that at position zero. */
  private MovedBy rest() {
    return of.parsed.carriesMessage() ? MovedBy.INLINE : MovedBy.POSITION_ZERO;
  }

  private Rope insertReads(Rope reduced) {
    MessageStream rebuilt = new MessageStream(reduced, rest(), MovedBy.READ_CHUNK);
    for (int i = 0; i < readSegments.count(); i++) {
      long position = readSegments.position(i);
      if (position != 0 || of.parsed.carriesMessage()) {
        if (!rebuilt.rebuiltUpTo(position)) {
          notInside(position);
        }
        rebuilt.chunk(concatenate(readSegments.at(position)));
      }
    }
    Rope whole = rebuilt.finish();
    layout = rebuilt.layout();
    return whole;
  }

  private void notInside(long position) {
    findings.add(
        of.send.finding(
            RpcRdmaRules.BAD_POSITION,
            "a Read chunk at position " + position + " is not inside the message"));
  }

  private Rope concatenate(List<RdmaSegment> segments) {
    Rope.Builder rope = Rope.builder();
    for (RdmaSegment segment : segments) {
      segment.addBytes(rope, segment.offset(), segment.length(), reason);
    }
    return rope.build();
  }

  /**
   * A call that was handed out again, over the same connection and before it was answered.
   *
   * @param stream what is kept of the stream of the first
   */
  public static Draft repeat(CallInFlight call, CallInFlight.Repeat again, Rope stream) {
    HandedOut first = Objects.requireNonNull(call.handedOut());
    Send send = again.send();
    Draft draft = new Draft(send, again.parsed());
    draft.readChunks = SegmentsByPosition.chunks(again.parsed().readList());
    draft.findings.addAll(again.findings());
    draft.findings.add(
        send.finding(RpcRdmaRules.REPEATED, "repeats the call of message " + first.number()));
    draft.stream = stream;
    draft.layout = first.layout();
    draft.missing = first.missing();
    draft.isRepeat = true;
    draft.rpc = first.rpc() == null ? null : first.rpc().asRepeatOf(first.number());
    return draft;
  }
}
