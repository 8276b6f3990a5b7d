package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.WriteChunk;

/** Whether messages have all their bytes, or say exactly which they have not. */
final class CompletenessCheck {
  private static final Optional<RdmaProcedure> NOMSG = Optional.of(RdmaProcedure.RDMA_NOMSG);

  private CompletenessCheck() {}

  /** Every message is complete; in a capture of cut frames it misses exactly what was cut. */
  static List<String> missing(TracedCapture traced) {
    List<String> differences = new ArrayList<>();
    for (RpcMessage message : traced.decoded().messages()) {
      if (message.rpc().isPresent()) {
        missing(traced, message, message.rpc().get(), differences);
      }
    }
    return differences;
  }

  private static void missing(
      TracedCapture traced, RpcMessage message, RpcSummary rpc, List<String> into) {
    boolean header = message.header().truncated();
    List<MissingRange> expected =
        header
            ? onlyTruncated(rpc.missing())
            : traced.capture().isCut() ? CutMessage.missing(traced.cut(), message) : List.of();
    if (!rpc.missing().equals(expected)) {
      into.add(what(message, rpc) + ": expected to miss " + expected + ", misses " + rpc.missing());
    }
    if (rpc.complete() != (expected.isEmpty() && !header)) {
      into.add(what(message, rpc) + ": complete " + rpc.complete());
    }
  }

  private static List<MissingRange> onlyTruncated(List<MissingRange> missing) {
    return missing.stream().filter(range -> range.reason() == Absence.TRUNCATED).toList();
  }

  /** Present and missing bytes add up to the length; that of a call is what the client sent. */
  static List<String> lengths(TracedCapture traced) {
    List<String> differences = new ArrayList<>();
    for (RpcMessage message : traced.decoded().messages()) {
      if (message.rpc().isPresent() && message.rpc().get().length().isPresent()) {
        length(traced, message, message.rpc().get(), differences);
      }
    }
    return differences;
  }

  private static void length(
      TracedCapture traced, RpcMessage message, RpcSummary rpc, List<String> into) {
    long missing = rpc.missing().stream().mapToLong(MissingRange::length).sum();
    long present = message.stream().present();
    long length = rpc.length().orElseThrow();
    if (present + missing != length || message.stream().length() != length) {
      into.add(
          what(message, rpc)
              + ": "
              + present
              + " bytes present, "
              + missing
              + " missing, length "
              + length);
    }
    if (rpc.call() && message.direction() == Direction.FORWARD) {
      List<TracedCall> sent = traced.calls().getOrDefault(rpc.xid(), List.of());
      if (sent.stream().noneMatch(call -> call.length() == length)) {
        into.add(what(message, rpc) + ": traced " + sent + ", length " + length);
      }
    }
    if (!rpc.call() && message.header().procedure().equals(NOMSG)) {
      long returned =
          traced.trace().returned().getOrDefault(rpc.xid(), List.of()).stream()
              .mapToLong(TracedSegment::length)
              .sum();
      if (returned != length) {
        into.add(what(message, rpc) + ": traced " + returned + " bytes, length " + length);
      }
    }
    if (!traced.capture().isCut()) {
      moved(message, rpc, into);
    }
  }

  /** As many bytes were seen moving through a segment as the message that ends it lists. */
  private static void moved(RpcMessage message, RpcSummary rpc, List<String> into) {
    List<ChunkSegment> segments = new ArrayList<>();
    if (rpc.call()) {
      message.readChunks().forEach(chunk -> segments.addAll(chunk.segments()));
    } else {
      message.writeChunks().forEach(chunk -> segments.addAll(chunk.segments()));
      message.replyChunk().map(WriteChunk::segments).ifPresent(segments::addAll);
    }
    for (ChunkSegment each : segments) {
      if (each.transferred().orElse(-1) != each.length()) {
        into.add(what(message, rpc) + ": " + each);
      }
    }
  }

  private static String what(RpcMessage message, RpcSummary rpc) {
    return (rpc.call() ? "call " : "reply ")
        + TracedCapture.hex(rpc.xid())
        + " of frame "
        + message.sendFrame();
  }
}
