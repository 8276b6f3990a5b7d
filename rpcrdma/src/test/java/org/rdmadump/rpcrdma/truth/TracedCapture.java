package org.rdmadump.rpcrdma.truth;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A capture, what the client's kernel recorded of the same time, and what the decoder made of it.
 *
 * @param capture the capture
 * @param trace the client's trace
 * @param wire its Sends
 * @param decoded what the decoder said
 * @param calls of the trace's calls those that the capture can hold
 * @param cut what its frames show if they are cut
 */
record TracedCapture(
    CaptureCase capture,
    KernelTrace trace,
    WireSends wire,
    DecodedCapture decoded,
    Map<Integer, List<TracedCall>> calls,
    CutFrames cut) {
  private static final HexFormat HEX = HexFormat.of();

  static TracedCapture read(CaptureCase capture) throws IOException {
    KernelTrace trace = KernelTraceReader.read(capture.beside(".trace.txt.gz"));
    WireSends wire = WireSends.read(capture.file());
    Map<Integer, List<TracedCall>> calls =
        capture.isMidStream() ? between(trace.calls(), wire.all()) : trace.calls();
    CutFrames cut =
        capture.isCut() && capture.isIwarp()
            ? CutStreams.read(capture.file())
            : new CutRocePackets();
    return new TracedCapture(capture, trace, wire, DecodedCapture.read(capture.file()), calls, cut);
  }

  /** The calls from that of the first captured Send to that of the last one. */
  private static Map<Integer, List<TracedCall>> between(
      Map<Integer, List<TracedCall>> calls, List<WireSend> sends) {
    List<Integer> xids = new ArrayList<>(calls.keySet());
    int first = xids.indexOf(sends.get(0).xid());
    int last = xids.indexOf(sends.get(sends.size() - 1).xid());
    Map<Integer, List<TracedCall>> between = new LinkedHashMap<>();
    xids.subList(first, last + 1).forEach(xid -> between.put(xid, calls.get(xid)));
    return between;
  }

  /** XIDs of the replies that the capture can hold. */
  Set<Integer> replies() {
    Set<Integer> replies = new LinkedHashSet<>(trace.replies().keySet());
    replies.retainAll(calls.keySet());
    return replies;
  }

  /** The last call that was sent under an XID; empty segments if none was. */
  List<TracedSegment> offered(int xid) {
    List<TracedCall> sent = calls.get(xid);
    return sent == null ? List.of() : sent.get(sent.size() - 1).segments();
  }

  /** An XID as every message and this test's failures write it. */
  static String hex(int xid) {
    return "0x" + HEX.toHexDigits(xid);
  }
}
