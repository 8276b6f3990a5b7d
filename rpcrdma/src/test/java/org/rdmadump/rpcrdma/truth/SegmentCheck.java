package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/** Chunk segments, list by list and in order; of a cut list those that were whole. */
final class SegmentCheck {
  private static final int HEADER_WITHOUT_CHUNKS = 28;
  private static final int SEGMENT = 16;

  private SegmentCheck() {}

  /** What calls offered. */
  static List<String> offered(TracedCapture traced) {
    List<String> differences = new ArrayList<>();
    Map<Integer, Integer> seen = new HashMap<>();
    for (RpcMessage call : traced.decoded().calls(Direction.FORWARD)) {
      List<TracedCall> sent = traced.calls().getOrDefault(call.header().xid(), List.of());
      int nth = seen.merge(call.header().xid(), 1, Integer::sum) - 1;
      if (nth < sent.size()) {
        TracedCall as = sent.get(nth);
        compare(traced, call, as.segments(), differences);
        if (call.header().truncated()
            ? as.headerLength() <= call.header().length()
            : as.headerLength() != call.header().length()) {
          differences.add(
              what(call)
                  + ": header of "
                  + as.headerLength()
                  + " bytes, decoded "
                  + call.header().length());
        }
      }
    }
    return differences;
  }

  /** What replies listed, with the lengths that were used. */
  static List<String> returned(TracedCapture traced) {
    List<String> differences = new ArrayList<>();
    for (RpcMessage reply : traced.decoded().replies(Direction.BACKWARD)) {
      compare(traced, reply, returned(traced, reply.header().xid()), differences);
    }
    return differences;
  }

  /** The traced event does not say which list a segment came back in: the offer does. */
  private static List<TracedSegment> returned(TracedCapture traced, int xid) {
    List<TracedSegment> returned = new ArrayList<>();
    for (TracedSegment each : traced.trace().returned().getOrDefault(xid, List.of())) {
      for (TracedSegment offered : traced.offered(xid)) {
        if (offered.isSameMemory(each)) {
          returned.add(
              new TracedSegment(offered.kind(), 0, each.handle(), each.length(), each.offset()));
        }
      }
    }
    return returned;
  }

  private static void compare(
      TracedCapture traced, RpcMessage message, List<TracedSegment> expected, List<String> into) {
    List<TracedSegment> actual = segments(message);
    boolean cut = message.header().truncated();
    boolean same =
        cut
            ? actual.size() <= expected.size() && actual.equals(expected.subList(0, actual.size()))
            : actual.equals(expected);
    if (!same) {
      into.add(what(message) + ": traced " + expected + ", decoded " + actual);
    }
    int needed = headerLength(expected);
    boolean mustBeCut =
        traced.capture().isCut() && !CutMessage.showsHeader(traced.cut(), message, needed);
    if (cut != mustBeCut) {
      into.add(what(message) + ": header of " + needed + " bytes, truncated " + cut);
    }
  }

  /** Length of a header with these segments, one chunk to a kind (RFC 8166 section 4.3). */
  private static int headerLength(List<TracedSegment> segments) {
    int length = HEADER_WITHOUT_CHUNKS;
    boolean write = false;
    boolean reply = false;
    for (TracedSegment each : segments) {
      length += SEGMENT + (each.kind() == ChunkKind.READ ? 2 * Integer.BYTES : 0);
      write |= each.kind() == ChunkKind.WRITE;
      reply |= each.kind() == ChunkKind.REPLY;
    }
    return length + (write ? 2 * Integer.BYTES : 0) + (reply ? Integer.BYTES : 0);
  }

  /** The segments of a message, in the order of its header. */
  static List<TracedSegment> segments(RpcMessage message) {
    List<TracedSegment> segments = new ArrayList<>();
    for (ReadChunk chunk : message.readChunks()) {
      for (ChunkSegment each : chunk.segments()) {
        segments.add(segment(ChunkKind.READ, chunk.position(), each));
      }
    }
    for (WriteChunk chunk : message.writeChunks()) {
      chunk.segments().forEach(each -> segments.add(segment(ChunkKind.WRITE, 0, each)));
    }
    for (WriteChunk chunk : message.replyChunk().stream().toList()) {
      chunk.segments().forEach(each -> segments.add(segment(ChunkKind.REPLY, 0, each)));
    }
    return segments;
  }

  private static TracedSegment segment(ChunkKind kind, long position, ChunkSegment each) {
    return new TracedSegment(kind, position, each.handle(), each.length(), each.offset());
  }

  private static String what(RpcMessage message) {
    return TracedCapture.hex(message.header().xid()) + " of frame " + message.sendFrame();
  }
}
