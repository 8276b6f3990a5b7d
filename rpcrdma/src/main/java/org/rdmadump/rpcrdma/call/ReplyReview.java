package org.rdmadump.rpcrdma.call;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Hex;
import org.rdmadump.finding.Rule;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/**
 * Compares what a reply lists with what its call offered, and with what was seen moving.
 *
 * @param draft the reply, which takes the findings
 */
record ReplyReview(ReplyDraft draft) {
  /** Compares a reply with its call. */
  void judge(CallInFlight call, @Nullable RpcReplyHeader header) {
    if (call.parsed.hasWrites()) {
      judgeReturned(call.memory().writes, draft.parsed.writeList());
    }
    if (call.parsed.hasReplyChunk()) {
      judgeReplyChunk(call);
    }
    if (call.parsed.hasReads() && header != null) {
      judgeReads(call, header);
    }
  }

  /**
   * Looks for a segment that was used while the one before it had room.
   *
   * @param number of the Write chunk from 1 on, 0 of the Reply chunk
   */
  void judgeOrder(List<ReturnedSegment> found, List<RdmaSegment> offered, int number) {
    boolean room = false;
    for (int i = 0; i < found.size() && i < offered.size(); i++) {
      ChunkSegment listed = found.get(i).listed();
      if (offered.get(i).isPad()) {
        return;
      }
      if (room && listed.length() > 0) {
        notInOrder(listed, i, number);
        return;
      }
      room |= listed.length() < offered.get(i).length();
    }
  }

  private void notInOrder(ChunkSegment listed, int index, int number) {
    draft.findings.add(
        draft.send.finding(
            RpcRdmaRules.CHUNK_ORDER,
            ParsedHeader.chunkName(number)
                + " has "
                + Counted.of(listed.length(), "byte")
                + " in segment "
                + (index + 1)
                + ", although an earlier segment is not full"));
  }

  /** Compares the length that the reply reports with what was offered and with what was seen. */
  void judgeLength(ChunkSegment listed, RdmaSegment memory, int number) {
    boolean known = memory.kind() != RdmaSegment.Kind.UNKNOWN && isSureReply();
    if (known && listed.length() > memory.length()) {
      reports(number, listed, RpcRdmaRules.LENGTH_DIFFERS, " in a segment of " + memory.length());
      return;
    }
    if (memory.isPad()) {
      // What is written there is no data, and may be another call's.
      return;
    }
    long certain = memory.certainSize();
    // What is more may be written for another segment with this memory.
    boolean more = certain > listed.length() && !memory.isShared();
    boolean all = draft.allSeen && !memory.isOverlaid();
    if (known && (more || (all && memory.known() < listed.length()))) {
      differs(number, listed, more, more ? certain : memory.known());
    }
  }

  /** Whether the message says that it is a reply; of one that was cut, that is a guess. */
  private boolean isSureReply() {
    ParsedHeader parsed = draft.parsed;
    return !parsed.isTruncated()
        && (!parsed.carriesMessage()
            || draft.send.payload().has(parsed.messageTypeAt(), Integer.BYTES));
  }

  private void differs(int number, ChunkSegment listed, boolean more, long written) {
    reports(
        number,
        listed,
        more ? RpcRdmaRules.LENGTH_DIFFERS : RpcRdmaRules.TRANSFERRED_SHORT,
        " in a segment into which " + Counted.were(written, "byte") + " written");
  }

  private void reports(int number, ChunkSegment listed, Rule rule, String where) {
    draft.findings.add(
        draft.send.finding(
            rule,
            ParsedHeader.chunkName(number)
                + " reports "
                + Counted.of(listed.length(), "byte")
                + where));
  }

  /** Looks for Write chunks that the reply leaves out, or segments of them. */
  private void judgeReturned(List<List<RdmaSegment>> offered, List<WriteChunk> chunks) {
    if (draft.parsed.isTruncated()) {
      return;
    }
    if (chunks.size() < offered.size()) {
      notReturned(offered.size(), chunks.size());
    }
    for (int i = 0; i < chunks.size() && i < offered.size(); i++) {
      judgeSegments(RpcRdmaRules.CHUNK_NOT_RETURNED, i + 1, offered.get(i), chunks.get(i));
    }
  }

  private void judgeReplyChunk(CallInFlight call) {
    if (!draft.parsed.hasReplyChunk()) {
      judgeUnlisted(call);
    } else if (!draft.parsed.isTruncated()) {
      judgeSegments(
          RpcRdmaRules.OTHER_CHUNK,
          ParsedHeader.REPLY_CHUNK,
          call.memory().reply,
          draft.parsed.replyChunk().get());
    }
  }

  /** Looks for segments that the reply leaves out; unused ones have to be there, too. */
  private void judgeSegments(Rule rule, int number, List<RdmaSegment> offered, WriteChunk chunk) {
    int listed = chunk.segments().size();
    if (listed < offered.size()) {
      draft.findings.add(
          draft.send.finding(
              rule,
              ParsedHeader.chunkName(number)
                  + " lists "
                  + Counted.of(listed, "segment")
                  + ", the call offered "
                  + offered.size()));
    }
  }

  private void notReturned(int offered, int chunks) {
    draft.findings.add(
        draft.send.finding(
            RpcRdmaRules.CHUNK_NOT_RETURNED,
            "the call offered "
                + Counted.of(offered, "Write chunk")
                + ", the reply lists "
                + chunks));
  }

  /** Looks for bytes in a Reply chunk that the reply does not list. */
  private void judgeUnlisted(CallInFlight call) {
    if (draft.parsed.isTruncated()) {
      return;
    }
    for (RdmaSegment segment : call.memory().reply) {
      segment.decide(true);
      long written = segment.certainSize();
      if (written > 0 && !segment.isShared()) {
        notListed(segment, written);
        return;
      }
    }
  }

  private void notListed(RdmaSegment segment, long written) {
    draft.findings.add(
        draft.send.finding(
            RpcRdmaRules.LENGTH_DIFFERS,
            "the reply lists no Reply chunk, although "
                + Counted.were(written, "byte")
                + " written into segment "
                + Hex.of(segment.handle())
                + " of it"));
  }

  /** Looks for memory of the call that was not read, although the call was carried out. */
  private void judgeReads(CallInFlight call, RpcReplyHeader header) {
    if (!draft.allSeen || header.status().code() != RpcStatusCode.SUCCESS) {
      return;
    }
    for (RdmaSegment segment : call.memory().distinctReads()) {
      long known = segment.known();
      if (known < segment.length()
          && segment.asked() < segment.length()
          && !segment.isReadForOther()
          && !segment.isOverlaid()) {
        notRead(segment, known);
        return;
      }
    }
  }

  private void notRead(RdmaSegment segment, long known) {
    draft.findings.add(
        draft.send.finding(
            RpcRdmaRules.TRANSFERRED_SHORT,
            Counted.were(known, "byte")
                + " read of segment "
                + Hex.of(segment.handle())
                + " of "
                + segment.length()));
  }
}
