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
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/**
 * Compares what a reply lists with what its call offered, and with what was seen moving.
 *
 * @param draft the reply, which takes the findings
 */
record ReplyReview(ReplyDraft draft) {
  /** Compares a reply of so many Write chunks with its call. */
  void judge(CallInFlight call, int chunks, @Nullable RpcReplyHeader header) {
    judgeReturned(call, chunks);
    judgeUnlisted(call);
    judgeReads(call, header);
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
        draft.findings.add(
            draft.send.finding(
                RpcRdmaRules.CHUNK_ORDER,
                ParsedHeader.chunkName(number)
                    + " has "
                    + Counted.of(listed.length(), "byte")
                    + " in segment "
                    + (i + 1)
                    + ", although an earlier segment is not full"));
        return;
      }
      room |= listed.length() < offered.get(i).length();
    }
  }

  /** Compares the length that the reply reports with what was offered and with what was seen. */
  void judgeLength(ChunkSegment listed, RdmaSegment memory, int number) {
    boolean known = memory.kind() != RdmaSegment.Kind.UNKNOWN;
    if (known && listed.length() > memory.length()) {
      reports(number, listed, RpcRdmaRules.LENGTH_DIFFERS, " in a segment of " + memory.length());
      return;
    }
    if (memory.isPad()) {
      // What is written there is no data, and may be another call's.
      return;
    }
    long certain = memory.certainSize();
    boolean more = certain > listed.length();
    if (known && (more || (draft.allSeen && memory.size() < listed.length()))) {
      reports(
          number,
          listed,
          more ? RpcRdmaRules.LENGTH_DIFFERS : RpcRdmaRules.TRANSFERRED_SHORT,
          " in a segment into which "
              + Counted.were(more ? certain : memory.size(), "byte")
              + " written");
    }
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

  /** Looks for Write chunks that the reply leaves out. */
  private void judgeReturned(CallInFlight call, int chunks) {
    int offered = call.parsed.hasWrites() ? call.writeChunks.size() : 0;
    if (chunks < offered && !draft.parsed.header().truncated()) {
      draft.findings.add(
          draft.send.finding(
              RpcRdmaRules.CHUNK_NOT_RETURNED,
              "the call offered "
                  + Counted.of(offered, "Write chunk")
                  + ", the reply lists "
                  + chunks));
    }
  }

  /** Looks for bytes in a Reply chunk that the reply does not list. */
  private void judgeUnlisted(CallInFlight call) {
    if (!call.parsed.hasReplyChunk()
        || draft.parsed.hasReplyChunk()
        || draft.parsed.header().truncated()) {
      return;
    }
    for (RdmaSegment segment : call.replySegments) {
      segment.decide(true);
      long written = segment.certainSize();
      if (written > 0) {
        draft.findings.add(
            draft.send.finding(
                RpcRdmaRules.LENGTH_DIFFERS,
                "the reply lists no Reply chunk, although "
                    + Counted.were(written, "byte")
                    + " written into segment "
                    + Hex.of(segment.handle())
                    + " of it"));
        return;
      }
    }
  }

  /** Looks for memory of the call that was not read, although the call was carried out. */
  private void judgeReads(CallInFlight call, @Nullable RpcReplyHeader header) {
    if (!call.parsed.hasReads()
        || !draft.allSeen
        || header == null
        || header.status().code() != RpcStatusCode.SUCCESS) {
      return;
    }
    for (RdmaSegment segment : call.distinctReads()) {
      long known = segment.known();
      if (known < segment.length() && segment.asked() < segment.length()) {
        draft.findings.add(
            draft.send.finding(
                RpcRdmaRules.TRANSFERRED_SHORT,
                Counted.were(known, "byte")
                    + " read of segment "
                    + Hex.of(segment.handle())
                    + " of "
                    + segment.length()));
        return;
      }
    }
  }
}
