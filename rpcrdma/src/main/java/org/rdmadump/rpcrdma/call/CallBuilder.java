package org.rdmadump.rpcrdma.call;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.MessageStream;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/** Puts a call together: what its Send carried, and at their positions the Read chunks. */
public final class CallBuilder {
  private final RunState run;
  private final CallInFlight call;
  private final ReasonForHole reason;
  private final Draft draft;
  private final SegmentsByPosition readSegments;
  private boolean lengthKnown;

  /**
   * A builder of a call that is to be handed out.
   *
   * @param reason why bytes of its Read chunks are absent
   */
  public CallBuilder(RunState run, CallInFlight call, ReasonForHole reason) {
    this.run = run;
    this.call = call;
    this.reason = reason;
    this.draft = new Draft(call.send, call.parsed, Collections.emptyList());
    draft.note(call.findings());
    this.readSegments = SegmentsByPosition.of(call);
  }

  public Draft draft() {
    return draft;
  }

  /** Puts the message together, all but what output says of it as a call. */
  public void build() {
    Optional<Rope> base = call.parsed.carriesMessage() ? call.inline() : positionZero();
    if (base.isPresent()) {
      draft.stream = insertReads(base.get());
    }
    if (!call.parsed.carriesMessage()) {
      int known = call.findings().size();
      call.readRpc(draft.stream, run.identities());
      draft.findings.addAll(call.findings().subList(known, call.findings().size()));
    }
    if (base.isPresent()) {
      call.digest(base.get());
    }
    if (run.takesContent() && base.isPresent()) {
      ReadChunkReview.judge(run.decoder(), call, readSegments, draft);
    }
    if (!call.readSegments.isEmpty()) {
      for (RdmaSegment segment : call.distinctReads()) {
        draft.moved(segment);
      }
    }
    draft.readChunks = readSegments.chunks();
    lengthKnown = base.isPresent() && call.send.endSeen();
  }

  /** Whether it has a header that is right, and was delivered. */
  public boolean isRpc() {
    return !call.parsed.header().malformed() && call.send.delivered();
  }

  /** Says what output says of it as a call, once it is known whether it repeats another one. */
  public void summarise() {
    draft.rpc = Optional.of(call.summary(draft.stream, lengthKnown, run.digests()));
  }

  private Optional<Rope> positionZero() {
    return call.parsed.header().truncated()
        ? Optional.empty()
        : Optional.of(concatenate(readSegments.at(0)));
  }

  private Rope insertReads(Rope reduced) {
    MovedBy rest = call.parsed.carriesMessage() ? MovedBy.INLINE : MovedBy.POSITION_ZERO;
    if (readSegments.count() == 0) {
      draft.layout = StreamLayout.unchunked(rest);
      return reduced;
    }
    MessageStream stream = new MessageStream(reduced, rest, MovedBy.READ_CHUNK);
    for (int i = 0; i < readSegments.count(); i++) {
      long position = readSegments.position(i);
      if (position != 0 || call.parsed.carriesMessage()) {
        if (!stream.rebuiltUpTo(position)) {
          draft.findings.add(
              call.send.finding(
                  RpcRdmaRules.BAD_POSITION,
                  "a Read chunk at position " + position + " is not inside the message"));
        }
        stream.chunk(concatenate(readSegments.at(position)));
      }
    }
    Rope whole = stream.finish();
    draft.layout = stream.layout();
    return whole;
  }

  private Rope concatenate(List<RdmaSegment> segments) {
    Rope.Builder rope = Rope.builder();
    for (RdmaSegment segment : segments) {
      segment.addBytes(rope, segment.offset(), segment.length(), reason);
    }
    return rope.build();
  }

  /** The same call again, over the same connection and before it was answered. */
  public static Draft repeat(CallInFlight call, CallInFlight.Repeat again, RpcMessage first) {
    Send send = again.send();
    Draft draft = new Draft(send, call.parsed);
    draft.findings.addAll(again.findings());
    draft.findings.add(
        send.finding(RpcRdmaRules.REPEATED, "repeats the call of message " + first.number()));
    draft.stream = first.stream();
    draft.layout = first.layout();
    draft.rpc = first.rpc().map(rpc -> rpc.asRepeatOf(first.number()));
    return draft;
  }
}
