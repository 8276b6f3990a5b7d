package org.rdmadump.rpcrdma.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rdma.Transport;

/** Operations and fragments for tests of the table alone. */
final class SegmentFragments {
  private static final int FRAME_BYTES_BEFORE = 7;

  private SegmentFragments() {}

  static RdmaOperation write(int handle, long address, long length) {
    return new RdmaOperation(
        Transport.ROCEV2,
        RdmaOperation.Kind.WRITE,
        RdmaConnection.SECOND,
        handle,
        address,
        length,
        100,
        1,
        1000,
        Optional.empty(),
        SentOrder.NONE);
  }

  /** Gives a fragment that was captured whole. */
  static void put(RdmaSubSegment into, long address, byte[] bytes) {
    put(into, address, bytes, bytes.length);
  }

  /** Gives a fragment of which the first {@code captured} bytes were captured. */
  static void put(RdmaSubSegment into, long address, byte[] bytes, int captured) {
    ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES_BEFORE + captured);
    frame.put(FRAME_BYTES_BEFORE, bytes, 0, captured);
    into.fragment(address, frame, FRAME_BYTES_BEFORE, captured, bytes.length, 101, 2, 2000);
  }

  /** {@return names of the rules of what was noticed} */
  static List<String> rules(RdmaSubSegment of) {
    List<Finding> findings = new ArrayList<>();
    of.takeFindings(findings);
    return findings.stream().map(finding -> finding.rule().name()).toList();
  }
}
