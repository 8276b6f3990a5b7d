package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/**
 * The chunks that a reply lists, each segment with its memory: where the call offered it, or not.
 */
final class ReturnedChunks {
  private final ReplyDraft draft;
  private final ReplyReview review;
  private final KnownLengths lengths;
  private final ReturnedMemory memory = new ReturnedMemory();

  private List<List<ReturnedSegment>> writes = Collections.emptyList();
  private List<ReturnedSegment> reply = Collections.emptyList();

  /** Write chunks that are listed. */
  private final List<WriteChunk> listed = new ArrayList<>(0);

  /** Of the chunk that is listed. */
  private final List<ChunkSegment> segments = new ArrayList<>(0);

  ReturnedChunks(ReplyDraft draft, ReplyReview review, KnownLengths lengths) {
    this.draft = draft;
    this.review = review;
    this.lengths = lengths;
  }

  /** Those of the Write list. */
  List<List<ReturnedSegment>> writes() {
    return writes;
  }

  /** That of the Reply chunk. */
  List<ReturnedSegment> reply() {
    return reply;
  }

  /** The memory of both, each once. */
  List<RdmaSegment> memory() {
    return memory.all();
  }

  // ---- the memory

  /** Finds the memory of what the reply lists. */
  void find() {
    writes = Collections.emptyList();
    reply = Collections.emptyList();
    ParsedHeader parsed = draft.parsed;
    memory.begin(parsed.segments());
    if (parsed.hasWrites()) {
      writes = new ArrayList<>(parsed.writeList().size());
      for (int i = 0; i < parsed.writeList().size(); i++) {
        writes.add(find(parsed.writeList().get(i), offered(i), i + 1));
      }
    }
    if (parsed.hasReplyChunk()) {
      KnownCall call = draft.answers();
      List<RdmaSegment> offered = call == null ? Collections.emptyList() : call.memory().reply;
      reply = find(parsed.replyChunk().get(), offered, ParsedHeader.REPLY_CHUNK);
    }
    memory.end();
  }

  private List<RdmaSegment> offered(int chunk) {
    KnownCall call = draft.answers();
    return call != null && chunk < call.memory().writes.size()
        ? call.memory().writes.get(chunk)
        : Collections.emptyList();
  }

  private List<ReturnedSegment> find(WriteChunk chunk, List<RdmaSegment> offered, int number) {
    List<ChunkSegment> segments = chunk.segments();
    if (segments.size() == 1) {
      return List.of(find(segments.get(0), offered, 0, number));
    }
    List<ReturnedSegment> found = new ArrayList<>(segments.size());
    for (int i = 0; i < segments.size(); i++) {
      found.add(find(segments.get(i), offered, i, number));
    }
    review.judgeOrder(found, offered, number);
    return found;
  }

  private ReturnedSegment find(
      ChunkSegment listed, List<RdmaSegment> offered, int index, int number) {
    RdmaSegment found = index < offered.size() ? offered.get(index) : null;
    if (found == null || found.handle() != listed.handle() || found.offset() != listed.offset()) {
      found = elsewhere(listed, number, found != null);
    } else if (listed.length() > 0) {
      found = memory.current(draft.answers(), found);
    }
    if (!memory.takes(found, listed.length() > 0)) {
      return again(listed);
    }
    found.decide(true);
    review.judgeLength(listed, found, number);
    return new ReturnedSegment(within(listed, found), found);
  }

  /** What the reply has already: no bytes. */
  private static ReturnedSegment again(ChunkSegment listed) {
    return new ReturnedSegment(
        new ChunkSegment(listed.handle(), 0, listed.offset(), listed.transferred()),
        RdmaSegment.unknown(listed.handle(), listed.offset()));
  }

  private static ChunkSegment within(ChunkSegment listed, RdmaSegment memory) {
    return memory.kind() == RdmaSegment.Kind.UNKNOWN || listed.length() <= memory.length()
        ? listed
        : new ChunkSegment(listed.handle(), memory.length(), listed.offset(), listed.transferred());
  }

  /**
   * Finds memory that is not where the call offered some.
   *
   * @param offersOther whether the call offered other memory there
   */
  private RdmaSegment elsewhere(ChunkSegment listed, int number, boolean offersOther) {
    KnownCall call = draft.answers();
    // A header that was cut may have had more.
    boolean isOther = offersOther || (call != null && !call.isTruncated());
    if (isOther) {
      otherChunk(listed, number, ", which the call did not offer there");
      RdmaSegment other = call == null ? null : memory.offered(call, listed);
      if (other != null) {
        return other;
      }
    }
    RdmaSegment before = memory.unoffered(listed);
    if (before != null) {
      if (!isOther && listed.length() > 0) {
        otherChunk(listed, number, " again");
      }
      return before;
    }
    RdmaSegment unoffered = memory.hasHandle(listed) ? null : stray(listed);
    if (unoffered == null) {
      unoffered = RdmaSegment.unknown(listed.handle(), listed.offset());
    }
    memory.unoffered(listed, unoffered);
    return unoffered;
  }

  private void otherChunk(ChunkSegment listed, int number, String how) {
    draft.findings.add(
        Finding.inFrame(
            RpcRdmaRules.OTHER_CHUNK,
            draft.send.lastFrame(),
            ParsedHeader.chunkName(number) + " lists segment " + Hex.of(listed.handle()) + how));
  }

  /** What moved through a handle without advertisement; null if nothing did. */
  private @Nullable RdmaSegment stray(ChunkSegment listed) {
    Optional<RdmaSegment> stray =
        draft.caller().memory().takeUnknown(listed.handle(), draft.send.order());
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
    return stray.isPresent() ? stray.get() : null;
  }

  /** Whether what moved through a handle without advertisement may be of another reply. */
  private boolean isAmbiguous(RdmaSegment stray, ChunkSegment listed) {
    long place = draft.send.order();
    long free = draft.caller().uses().repliedBefore(listed, place);
    for (RdmaSubSegment moved : stray.subSegments()) {
      long order = moved.operation().order();
      if (order != SentOrder.NONE
          && (moved.isRead()
              || order > place
              || order <= free
              || draft.responders().mayLackSend(order, place))) {
        return true;
      }
    }
    return false;
  }

  // ---- the list

  /** The Write list, with what was seen moving. */
  List<WriteChunk> listWrites() {
    listed.clear();
    for (int i = 0; i < writes.size(); i++) {
      listed.add(list(writes.get(i)));
    }
    return ShortLists.copy(listed);
  }

  /** The Reply chunk, likewise. */
  WriteChunk listReply() {
    return list(reply);
  }

  private WriteChunk list(List<ReturnedSegment> chunk) {
    segments.clear();
    for (int i = 0; i < chunk.size(); i++) {
      ChunkSegment each = chunk.get(i).listed();
      segments.add(
          new ChunkSegment(
              each.handle(),
              each.length(),
              each.offset(),
              lengths.of(chunk.get(i).memory().movedFor(each.length()))));
    }
    return new WriteChunk(ShortLists.copy(segments));
  }
}
