package org.rdmadump.rpcrdma.call;

import java.util.List;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/** Joins the bytes of the segments of a chunk. */
final class ChunkBytes {
  private final Rope.Builder rope = Rope.builder();
  private ReasonForHole whyAbsent = ReasonForHole.LOST;

  /** Says why bytes are absent that were not seen. */
  void absentBecause(ReasonForHole why) {
    whyAbsent = why;
  }

  /** The bytes of a chunk, with what was not seen of them. */
  Rope of(List<ReturnedSegment> chunk) {
    for (int i = 0; i < chunk.size(); i++) {
      ChunkSegment listed = chunk.get(i).listed();
      chunk.get(i).memory().addBytes(rope, listed.offset(), listed.length(), whyAbsent);
    }
    Rope whole = rope.build();
    rope.clear();
    return whole;
  }
}
