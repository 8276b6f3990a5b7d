package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.rdmadump.finding.Hex;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.SharedSegments;

/** The segments of a call that are to be written, while they are taken in. */
final class WrittenMemory {
  /** Of a call with one. */
  private static final WrittenMemory ONE =
      new WrittenMemory(Collections.emptyList(), Collections.emptyList(), 1);

  /** Segments of the Reply chunk that are looked at. */
  private static final int MOST_LOOKS = 16;

  private final boolean several;
  private final List<RdmaSegment> segments;

  /** Of the Reply chunk. */
  private final List<ChunkSegment> reply;

  private final SharedSegments shared;

  /** Whether it is told that the call has memory twice. */
  private boolean told;

  private WrittenMemory(List<RdmaSegment> segments, List<ChunkSegment> reply, int listed) {
    this.reply = reply;
    this.several = listed > 1;
    this.segments = segments;
    this.shared = several ? new SharedSegments(segments, listed) : SharedSegments.NOTHING;
  }

  /** None yet of those that a call lists. */
  static WrittenMemory of(ParsedHeader parsed) {
    int listed = 0;
    List<ChunkSegment> reply = Collections.emptyList();
    for (int i = 0; i < parsed.writeList().size(); i++) {
      WriteChunk chunk = parsed.writeList().get(i);
      listed += chunk.segments().size();
    }
    if (parsed.hasReplyChunk()) {
      reply = parsed.replyChunk().get().segments();
      listed += reply.size();
    }
    return listed > 1 ? new WrittenMemory(new ArrayList<>(listed), reply, listed) : ONE;
  }

  /** Whether the reply may be written to memory of a handle, so that its bytes are needed. */
  boolean mayBeReply(int handle) {
    int looks = Math.min(reply.size(), MOST_LOOKS);
    for (int i = 0; i < looks; i++) {
      if (reply.get(i).handle() == handle) {
        return true;
      }
    }
    return false;
  }

  /** Takes one, before it is advertised. */
  void add(RdmaSegment segment) {
    if (several) {
      segment.listedAmong(shared, segments.size());
      segments.add(segment);
    }
  }

  /** Tells if one has memory of another, now that it is advertised: each may be written for it. */
  void judge(RdmaSegment segment, CallInFlight call) {
    if (!told && segment.isShared()) {
      told = true;
      call.note(
          call.send.finding(
              RpcRdmaRules.HANDLE_REPLACED,
              "handle "
                  + Hex.of(segment.handle())
                  + " is listed twice by this call, with memory at "
                  + Hex.of(segment.offset())
                  + " to be written"));
    }
  }
}
