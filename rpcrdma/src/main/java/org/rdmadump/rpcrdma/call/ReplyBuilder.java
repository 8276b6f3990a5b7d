package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpc.RpcReading;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ItemCount;
import org.rdmadump.rpcrdma.MessageStream;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;
import org.rdmadump.xdr.decode.DdpWalker;
import org.rdmadump.xdr.schema.XdrField;

/** Rebuilds a reply from its Send, its Write chunks and its Reply chunk. */
public final class ReplyBuilder {
  private final RunState run;
  private final Draft draft;
  private final Optional<KnownCall> call;
  private final ConnectionSide caller;
  private final SentOrder responders;
  private final Absence whyAbsent;
  private final ReplyReview review;
  private Optional<RdmaTiming> timing = Optional.empty();

  /** False if the bytes of a chunk are in the stream, but not where they belong. */
  private boolean inPlace = true;

  /**
   * A builder.
   *
   * @param run what is asked of the run
   * @param draft the reply's message so far
   * @param call the call that it answers, or answers again
   * @param caller the side of the caller
   * @param responders in what order the other side sent
   * @param acknowledged whether all that was sent before the reply is known to have arrived
   * @param allSeen whether all that was sent before it is in the capture
   */
  public ReplyBuilder(
      RunState run,
      Draft draft,
      Optional<KnownCall> call,
      ConnectionSide caller,
      SentOrder responders,
      boolean acknowledged,
      boolean allSeen) {
    this.run = run;
    this.draft = draft;
    this.call = call;
    this.caller = caller;
    this.responders = responders;
    this.review = new ReplyReview(draft, allSeen && caller.memory().evicted() == 0);
    this.whyAbsent = acknowledged ? Absence.NOT_CAPTURED : Absence.LOST;
  }

  public Optional<RdmaTiming> timing() {
    return timing;
  }

  /** Puts the reply together. */
  public void build() {
    List<List<ReturnedSegment>> chunks =
        draft.parsed.writeList().isEmpty()
            ? Collections.emptyList()
            : new ArrayList<>(draft.parsed.writeList().size());
    for (int i = 0; i < draft.parsed.writeList().size(); i++) {
      chunks.add(find(draft.parsed.writeList().get(i), offered(i), i + 1));
    }
    List<ReturnedSegment> replyChunk =
        draft.parsed.replyChunk().isPresent()
            ? find(
                draft.parsed.replyChunk().get(),
                call.isPresent() ? call.get().replySegments() : List.of(),
                ParsedHeader.REPLY_CHUNK)
            : Collections.emptyList();
    Optional<Rope> reduced = reduced(replyChunk);
    Optional<RpcReplyHeader> header =
        reduced.isPresent() ? readRpc(reduced.get()) : Optional.empty();
    if (call.isPresent() && call.get() instanceof CallInFlight waiting) {
      review.judge(waiting, chunks.size(), header);
    }
    if (reduced.isPresent()) {
      draft.stream = insert(reduced.get(), header, chunks);
    }
    for (int i = 0; i < chunks.size(); i++) {
      moved(chunks.get(i));
    }
    moved(replyChunk);
    if (!chunks.isEmpty()) {
      draft.writeChunks = new ArrayList<>(chunks.size());
      for (List<ReturnedSegment> chunk : chunks) {
        draft.writeChunks.add(withTransfers(chunk));
      }
    }
    draft.replyChunk =
        draft.parsed.replyChunk().isPresent()
            ? Optional.of(withTransfers(replyChunk))
            : Optional.empty();
    boolean lengthKnown = reduced.isPresent() && draft.send.endSeen();
    draft.call = call.isPresent() ? Optional.ofNullable(call.get().message()) : Optional.empty();
    draft.rpc = Optional.of(summary(header, lengthKnown, run.digests()));
  }

  private void moved(List<ReturnedSegment> chunk) {
    for (int i = 0; i < chunk.size(); i++) {
      draft.moved(chunk.get(i).memory());
    }
  }

  /** What was left of the reply by its Write chunks; empty if its header does not tell. */
  private Optional<Rope> reduced(List<ReturnedSegment> replyChunk) {
    if (draft.parsed.carriesMessage()) {
      return draft.parsed.inline(draft.send.payload());
    }
    return draft.parsed.header().truncated()
        ? Optional.empty()
        : Optional.of(concatenate(replyChunk));
  }

  private List<RdmaSegment> offered(int chunk) {
    return call.isPresent() && chunk < call.get().writeChunks().size()
        ? call.get().writeChunks().get(chunk)
        : Collections.emptyList();
  }

  /** Whether all chunks of the call are known: a header that was cut may have had more. */
  private boolean isOfferKnown() {
    return call.isPresent() && !call.get().parsed().header().truncated();
  }

  private List<ReturnedSegment> find(WriteChunk chunk, List<RdmaSegment> offered, int number) {
    List<ReturnedSegment> found = new ArrayList<>(chunk.segments().size());
    for (int i = 0; i < chunk.segments().size(); i++) {
      ChunkSegment listed = chunk.segments().get(i);
      RdmaSegment memory = i < offered.size() ? offered.get(i) : null;
      if (memory == null
          || memory.handle() != listed.handle()
          || memory.offset() != listed.offset()) {
        memory = elsewhere(listed, number, memory != null || isOfferKnown());
      }
      memory.decide(true);
      review.judgeLength(listed, memory, number);
      found.add(new ReturnedSegment(within(listed, memory), memory));
    }
    review.judgeOrder(found, offered, number);
    return found;
  }

  private static ChunkSegment within(ChunkSegment listed, RdmaSegment memory) {
    return memory.kind() == RdmaSegment.Kind.UNKNOWN || listed.length() <= memory.length()
        ? listed
        : new ChunkSegment(listed.handle(), memory.length(), listed.offset(), listed.transferred());
  }

  private RdmaSegment elsewhere(ChunkSegment listed, int number, boolean wrong) {
    if (wrong) {
      draft.findings.add(
          Finding.inFrame(
              RpcRdmaRules.OTHER_CHUNK,
              draft.send.lastFrame(),
              ParsedHeader.chunkName(number)
                  + " lists segment "
                  + Hex.of(listed.handle())
                  + ", which the call did not offer there"));
      if (call.isPresent()) {
        for (RdmaSegment segment : call.get().segments()) {
          if (segment.handle() == listed.handle() && segment.offset() == listed.offset()) {
            return segment;
          }
        }
      }
    }
    Optional<RdmaSegment> stray = caller.memory().takeUnknown(listed.handle(), draft.send.order());
    if (stray.isPresent() && isAmbiguous(stray.get(), listed)) {
      stray.get().ambiguous();
      draft.findings.add(
          Finding.inFrame(
              RpcRdmaRules.AMBIGUOUS_DATA,
              draft.send.lastFrame(),
              "bytes of handle "
                  + Hex.of(listed.handle())
                  + " may belong to this exchange, or to an earlier one whose call was not captured"));
    }
    return stray.isPresent() ? stray.get() : RdmaSegment.unknown(listed.handle(), listed.offset());
  }

  /** Whether what moved through a handle without advertisement may be of another reply. */
  private boolean isAmbiguous(RdmaSegment stray, ChunkSegment listed) {
    long reply = draft.send.order();
    long free = caller.uses().repliedBefore(listed, reply);
    for (RdmaSubSegment moved : stray.subSegments()) {
      long order = moved.operation().order();
      if (order != SentOrder.NONE
          && (moved.isRead()
              || order > reply
              || order <= free
              || responders.mayLackSend(order, reply))) {
        return true;
      }
    }
    return false;
  }

  private Rope concatenate(List<ReturnedSegment> chunk) {
    Rope.Builder rope = Rope.builder();
    ReasonForHole reason = new ReasonForHole.Always(whyAbsent);
    for (int i = 0; i < chunk.size(); i++) {
      ChunkSegment listed = chunk.get(i).listed();
      chunk.get(i).memory().addBytes(rope, listed.offset(), listed.length(), reason);
    }
    return rope.build();
  }

  private Optional<RpcCallHeader> callHeader() {
    return call.isPresent() ? call.get().rpc() : Optional.empty();
  }

  private Optional<RpcReplyHeader> readRpc(Rope reduced) {
    RpcReading reading = RpcHeader.read(reduced);
    if (reading instanceof RpcReplyHeader header) {
      return Optional.of(header);
    }
    // With a header that is cut, it is not known how long the message is.
    if (reading instanceof RpcReading.Malformed malformed && !draft.parsed.header().truncated()) {
      draft.findings.add(CallHead.malformed(malformed, draft.send.lastFrame()));
    }
    return Optional.empty();
  }

  /** Puts the Write chunks where the results that they carry belong. */
  private Rope insert(
      Rope reduced, Optional<RpcReplyHeader> header, List<List<ReturnedSegment>> chunks) {
    MovedBy rest = draft.parsed.carriesMessage() ? MovedBy.INLINE : MovedBy.REPLY_CHUNK;
    Optional<RpcCallHeader> callHeader = callHeader();
    boolean known = header.isPresent() && callHeader.isPresent();
    if (known && (!chunks.isEmpty() || run.takesContent())) {
      draft.read = Optional.of(run.decoder().reply(reduced, header.get(), callHeader.get()));
    }
    boolean holdsCounts = draft.read.isPresent() && draft.read.get().holdsCounts();
    if (chunks.isEmpty() && !holdsCounts) {
      draft.layout = StreamLayout.unchunked(rest);
      return reduced;
    }
    MessageStream stream = new MessageStream(reduced, rest, MovedBy.WRITE_CHUNK);
    Placing placing = new Placing(stream, chunks);
    if (draft.read.isPresent()) {
      draft.read.get().walkReduced(placing);
    }
    for (int i = 0; i < chunks.size(); i++) {
      if (!placing.placed[i] && length(chunks.get(i)) > 0) {
        stream.reducedUpTo(reduced.length());
        stream.chunk(concatenate(chunks.get(i)));
        inPlace = false;
        draft.findings.add(
            Finding.inFrame(
                RpcRdmaRules.CHUNK_NOT_PLACED,
                draft.send.lastFrame(),
                "the bytes of Write chunk " + (i + 1) + " follow the reduced message"));
      }
    }
    Rope whole = stream.finish();
    draft.layout = stream.layout();
    if (!draft.layout.chunks().isEmpty()) {
      draft.read = Optional.empty();
    }
    return whole;
  }

  /**
   * Puts Write chunks behind the length words of their items: the n-th chunk serves the n-th result
   * that is declared to have one, also where that failed and has no data (RFC 8267). A chunk of
   * length 0 was not used: the data of its item, if any, is inline (RFC 8166 section 3.4.6).
   */
  private final class Placing implements DdpWalker {
    private final MessageStream stream;
    private final List<List<ReturnedSegment>> chunks;
    private final boolean[] placed;
    private final ItemCount count = new ItemCount();
    private int chunk = -1;

    Placing(MessageStream stream, List<List<ReturnedSegment>> chunks) {
      this.stream = stream;
      this.chunks = chunks;
      this.placed = new boolean[chunks.size()];
    }

    @Override
    public void slot(XdrField field) {
      chunk++;
    }

    @Override
    public void count(XdrField field, long value) {
      count.is(value);
    }

    @Override
    public boolean isMoved(XdrField field, long position, long length) {
      count.compare(length, draft.send.lastFrame(), draft.findings);
      if (chunk < 0 || chunk >= chunks.size() || placed[chunk]) {
        return false;
      }
      List<ReturnedSegment> data = withoutPad(chunks.get(chunk), length);
      long moved = length(data);
      if (moved == 0) {
        return false;
      }
      stream.reducedUpTo(position);
      stream.chunk(concatenate(data));
      placed[chunk] = true;
      if (moved != length) {
        draft.findings.add(
            Finding.inFrame(
                RpcRdmaRules.LENGTH_DIFFERS,
                draft.send.lastFrame(),
                "Write chunk "
                    + (chunk + 1)
                    + " has "
                    + Counted.of(moved, "byte")
                    + ", its length word says "
                    + length));
      }
      return true;
    }
  }

  /**
   * A chunk without the segment that takes its round-up: that is no data, unless the length word of
   * the item counts it in.
   */
  private static List<ReturnedSegment> withoutPad(List<ReturnedSegment> chunk, long length) {
    int last = chunk.size() - 1;
    return last >= 0 && chunk.get(last).memory().isPad() && length(chunk) != length
        ? chunk.subList(0, last)
        : chunk;
  }

  private static long length(List<ReturnedSegment> chunk) {
    long length = 0;
    for (ReturnedSegment each : chunk) {
      length += each.listed().length();
    }
    return length;
  }

  private static WriteChunk withTransfers(List<ReturnedSegment> chunk) {
    List<ChunkSegment> segments = new ArrayList<>(chunk.size());
    for (int i = 0; i < chunk.size(); i++) {
      ChunkSegment listed = chunk.get(i).listed();
      segments.add(
          new ChunkSegment(
              listed.handle(),
              listed.length(),
              listed.offset(),
              OptionalLong.of(chunk.get(i).memory().size())));
    }
    return new WriteChunk(segments);
  }

  private RpcSummary summary(Optional<RpcReplyHeader> header, boolean lengthKnown, boolean digest) {
    CallIdentity identity = call.isPresent() ? call.get().head().identity() : CallIdentity.UNKNOWN;
    @Nullable RpcMessage callMessage = call.isPresent() ? call.get().message() : null;
    OptionalLong callNumber =
        callMessage == null ? OptionalLong.empty() : OptionalLong.of(callMessage.number());
    OptionalLong latency = OptionalLong.empty();
    // A clock that goes back tells nothing.
    if (call.isPresent()
        && call.get() instanceof CallInFlight waiting
        && draft.send.lastNanos() >= waiting.send.firstNanos()) {
      latency = OptionalLong.of(draft.send.lastNanos() - waiting.send.firstNanos());
      timing = timing(waiting);
    }
    OptionalLong repeatOf = OptionalLong.empty();
    if (call.isPresent() && call.get() instanceof AnsweredCall answered) {
      repeatOf = OptionalLong.of(answered.answeredBy());
      draft.findings.add(
          Finding.inFrame(
              RpcRdmaRules.REPEATED,
              draft.send.lastFrame(),
              "repeats the reply of message " + repeatOf.getAsLong()));
    }
    List<MissingRange> missing = MessageStream.missing(draft.stream);
    boolean complete = missing.isEmpty() && !draft.parsed.header().truncated();
    return new RpcSummary(
        false,
        draft.parsed.header().xid(),
        callHeader(),
        identity.program(),
        identity.version(),
        identity.procedure(),
        Optional.empty(),
        header.isPresent() ? Optional.of(header.get().status().code().name()) : Optional.empty(),
        callNumber,
        latency,
        timing,
        repeatOf,
        lengthKnown ? OptionalLong.of(draft.stream.length()) : OptionalLong.empty(),
        digest && complete && inPlace && draft.stream.isComplete()
            ? Optional.of(draft.stream.sha256())
            : Optional.empty(),
        complete,
        missing);
  }

  private Optional<RdmaTiming> timing(CallInFlight answered) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    List<RdmaSegment> segments = answered.segments();
    for (int i = 0; i < segments.size(); i++) {
      List<RdmaSubSegment> operations = segments.get(i).subSegments();
      for (int j = 0; j < operations.size(); j++) {
        first = Math.min(first, operations.get(j).operation().epochNanos());
        last = Math.max(last, operations.get(j).lastSeenNanos());
      }
    }
    if (first > last) {
      return Optional.empty();
    }
    return Optional.of(
        RdmaTiming.between(answered.send.firstNanos(), first, last, draft.send.lastNanos()));
  }
}
