package org.rdmadump.rpcrdma.call;

import java.util.List;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/**
 * A segment that a reply lists.
 *
 * @param listed as the reply lists it
 * @param memory what is known of the memory
 */
record ReturnedSegment(ChunkSegment listed, RdmaSegment memory) {
  /**
   * A chunk without the segment that takes its round-up: that is no data, unless the length word of
   * the item counts it in.
   */
  static List<ReturnedSegment> withoutPad(List<ReturnedSegment> chunk, long length) {
    int last = chunk.size() - 1;
    return last >= 0 && chunk.get(last).memory().isPad() && length(chunk) != length
        ? chunk.subList(0, last)
        : chunk;
  }

  static long length(List<ReturnedSegment> chunk) {
    long length = 0;
    for (ReturnedSegment each : chunk) {
      length += each.listed().length();
    }
    return length;
  }
}
