package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/** Whether the bytes that an RDMA operation announced are there, and what is said about it. */
public final class TransferExtents {
  /** What is there of an operation. */
  public enum Extent {
    /** It brought all that it announced. */
    WHOLE,
    /** It brought nothing new: other operations had brought all of it. */
    AGAIN,
    /** It brought some, and other operations the rest. */
    SHARED,
    /** Some of it was not captured. */
    LACKING
  }

  /** Segments of which all bytes are there that they should have. */
  private final Map<RdmaTransfer.Kind, Map<Integer, List<ChunkSegment>>> whole = new HashMap<>();

  /** Lengths of Reads that are whole, by handle and in that by address as an unsigned number. */
  private final Map<Integer, NavigableMap<Long, Long>> wholeReads = new HashMap<>();

  /** Of {@code exchange}, whose transfers are in the order of their first frames. */
  public TransferExtents(RpcExchange exchange) {
    if (exchange.call().isPresent()) {
      exchange.call().get().readChunks().forEach(this::addRead);
    }
    if (exchange.reply().isPresent()) {
      RpcMessage reply = exchange.reply().get();
      reply.writeChunks().forEach(this::addWrite);
      reply.replyChunk().ifPresent(this::addWrite);
    }
    for (RdmaTransfer each : exchange.transfers()) {
      if (each.kind() == RdmaTransfer.Kind.READ && each.transferred() == each.length()) {
        wholeReads
            .computeIfAbsent(each.handle(), handle -> new TreeMap<>(Long::compareUnsigned))
            .merge(each.address(), each.length(), Math::max);
      }
    }
  }

  private void addRead(ReadChunk chunk) {
    chunk.segments().forEach(each -> add(RdmaTransfer.Kind.READ, each));
  }

  private void addWrite(WriteChunk chunk) {
    chunk.segments().forEach(each -> add(RdmaTransfer.Kind.WRITE, each));
  }

  private void add(RdmaTransfer.Kind kind, ChunkSegment segment) {
    if (segment.transferred().orElse(-1) == segment.length()) {
      whole
          .computeIfAbsent(kind, unused -> new HashMap<>())
          .computeIfAbsent(segment.handle(), unused -> new ArrayList<>(1))
          .add(segment);
    }
  }

  /** {@return what is there of one of its operations} */
  public Extent of(RdmaTransfer transfer) {
    if (transfer.transferred() == transfer.length()) {
      return Extent.WHOLE;
    }
    if (!isInWholeSegment(transfer) && !isInWholeRead(transfer)) {
      return Extent.LACKING;
    }
    return transfer.transferred() == 0 ? Extent.AGAIN : Extent.SHARED;
  }

  private boolean isInWholeSegment(RdmaTransfer transfer) {
    List<ChunkSegment> segments =
        whole.getOrDefault(transfer.kind(), Map.of()).getOrDefault(transfer.handle(), List.of());
    for (ChunkSegment each : segments) {
      if (isWithin(transfer, each.offset(), each.length())) {
        return true;
      }
    }
    return false;
  }

  private boolean isInWholeRead(RdmaTransfer transfer) {
    NavigableMap<Long, Long> reads = wholeReads.get(transfer.handle());
    if (transfer.kind() != RdmaTransfer.Kind.READ || reads == null) {
      return false;
    }
    Map.Entry<Long, Long> before = reads.floorEntry(transfer.address());
    return before != null && isWithin(transfer, before.getKey(), before.getValue());
  }

  private static boolean isWithin(RdmaTransfer transfer, long address, long length) {
    long into = transfer.address() - address;
    return into >= 0 && into <= length - transfer.length();
  }

  /**
   * {@return the operations that a finding is about: the one that it names; where it names none,
   * those that may have its frame; none where it is about something else}
   *
   * @param moves what moves bytes of the message that has the finding; empty where that is not
   *     known
   */
  static List<RdmaTransfer> about(
      Finding finding, Optional<RdmaTransfer.Kind> moves, List<RdmaTransfer> transfers) {
    List<RdmaTransfer> named = new ArrayList<>(1);
    List<RdmaTransfer> around = new ArrayList<>(1);
    for (RdmaTransfer each : transfers) {
      if (finding.operation() > 0 && each.firstFrame() == finding.operation()) {
        named.add(each);
      }
      if (moves.isPresent()
          && each.kind() == moves.get()
          && finding.frame() >= each.firstFrame()
          && finding.frame() <= each.lastFrame()) {
        around.add(each);
      }
    }
    return named.isEmpty() ? around : named;
  }

  /** {@return whether a finding is about this operation for certain} */
  public static boolean isAbout(Finding finding, RdmaTransfer transfer) {
    return finding.operation() > 0
        ? finding.operation() == transfer.firstFrame()
        : transfer.fragments().stream().anyMatch(each -> each.frame() == finding.frame());
  }
}
