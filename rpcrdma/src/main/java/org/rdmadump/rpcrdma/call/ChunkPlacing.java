package org.rdmadump.rpcrdma.call;

import java.util.List;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ItemCount;
import org.rdmadump.rpcrdma.MessageStream;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.xdr.decode.DdpWalker;
import org.rdmadump.xdr.schema.XdrField;

/**
 * Puts Write chunks behind the length words of their items: the n-th chunk serves the n-th result
 * that is declared to have one, also where that failed and has no data (RFC 8267). A chunk of
 * length 0 was not used: the data of its item, if any, is inline (RFC 8166 section 3.4.6).
 */
final class ChunkPlacing implements DdpWalker {
  private final long frame;
  private final List<Finding> findings;
  private final MessageStream rebuilt;
  private final List<List<ReturnedSegment>> chunks;
  private final ChunkBytes bytes;
  private final boolean[] placed;
  private final ItemCount count = new ItemCount();
  private int chunk = -1;

  /**
   * The chunks of a reply.
   *
   * @param frame that ended the reply
   * @param findings takes what is wrong with them
   */
  ChunkPlacing(
      long frame,
      List<Finding> findings,
      MessageStream rebuilt,
      List<List<ReturnedSegment>> chunks,
      ChunkBytes bytes) {
    this.frame = frame;
    this.findings = findings;
    this.rebuilt = rebuilt;
    this.chunks = chunks;
    this.bytes = bytes;
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
    count.compare(length, frame, findings);
    if (chunk < 0 || chunk >= chunks.size() || placed[chunk]) {
      return false;
    }
    List<ReturnedSegment> data = ReturnedSegment.withoutPad(chunks.get(chunk), length);
    long moved = ReturnedSegment.length(data);
    if (moved == 0) {
      return false;
    }
    rebuilt.reducedUpTo(position);
    rebuilt.chunk(bytes.of(data));
    placed[chunk] = true;
    if (moved != length) {
      differs(moved, length);
    }
    return true;
  }

  private void differs(long moved, long length) {
    findings.add(
        Finding.inFrame(
            RpcRdmaRules.LENGTH_DIFFERS,
            frame,
            "Write chunk "
                + (chunk + 1)
                + " has "
                + Counted.of(moved, "byte")
                + ", its length word says "
                + length));
  }

  /** Whether the bytes of a chunk were put somewhere. */
  boolean isPlaced(int number) {
    return placed[number];
  }
}
