package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Hex;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/** The rows of an exchange's chunks, of their segments, and of what moved through those. */
final class ChunkRows {
  /** Which list a chunk stands in. */
  enum Kind {
    READ,
    WRITE,
    REPLY
  }

  /**
   * A chunk.
   *
   * @param position of a Read chunk
   */
  record Chunk(Kind kind, long position, TreeRow row, List<Segment> segments) {}

  /** A segment of a chunk. */
  record Segment(Chunk chunk, TreeRow row, List<Operation> operations) {}

  /**
   * An RDMA operation.
   *
   * @param segment what it moved, if that is listed
   */
  record Operation(RdmaTransfer transfer, TreeRow row, Optional<Segment> segment) {}

  private final boolean everything;
  private final List<Chunk> chunks = new ArrayList<>();
  private final List<Operation> operations = new ArrayList<>();

  // Segments by handle, and in that by their offset as an unsigned number.
  private final Map<Integer, NavigableMap<Long, Segment>> pulled = new HashMap<>();
  private final Map<Integer, NavigableMap<Long, Segment>> pushed = new HashMap<>();
  private final TransferExtents moved;

  /**
   * Rows of {@code exchange}, those of the chunks that its call lists if there is one.
   *
   * @param everything leave nothing out
   */
  ChunkRows(RpcExchange exchange, boolean everything) {
    this.everything = everything;
    this.moved = new TransferExtents(exchange);
    RpcMessage lister =
        exchange.call().isPresent() ? exchange.call().get() : exchange.reply().orElseThrow();
    Optional<RpcMessage> answer = exchange.call().isPresent() ? exchange.reply() : Optional.empty();
    for (int i = 0; i < lister.readChunks().size(); i++) {
      add(lister.readChunks().get(i));
    }
    boolean lists = answer.isPresent() && answer.get().rpc().isPresent();
    List<WriteChunk> used = lists ? answer.get().writeChunks() : List.of();
    int count = lister.writeChunks().size();
    for (int i = 0; i < count; i++) {
      String name = count == 1 ? "Write chunk" : "Write chunk " + (i + 1);
      Optional<WriteChunk> returned = i < used.size() ? Optional.of(used.get(i)) : Optional.empty();
      add(Kind.WRITE, name, lister.writeChunks().get(i), returned);
    }
    if (lister.replyChunk().isPresent()) {
      Optional<WriteChunk> returned = lists ? answer.get().replyChunk() : Optional.empty();
      add(Kind.REPLY, "Reply chunk", lister.replyChunk().get(), returned);
    }
    for (int i = 0; i < exchange.transfers().size(); i++) {
      add(exchange.transfers().get(i));
    }
  }

  List<Chunk> chunks() {
    return chunks;
  }

  List<Operation> operations() {
    return operations;
  }

  /** Hangs operations below segments, those below chunks, and those below {@code owner}. */
  void assemble(Folding folding, TreeRow owner) {
    List<TreeRow> chunkRows = new ArrayList<>(chunks.size());
    for (Chunk chunk : chunks) {
      List<TreeRow> segmentRows = new ArrayList<>(chunk.segments().size());
      for (Segment segment : chunk.segments()) {
        put(segment.operations(), folding, segment.row());
        segmentRows.add(segment.row());
      }
      folding.put(segmentRows, "segment", chunk.row());
      chunkRows.add(chunk.row());
    }
    folding.put(chunkRows, "chunk", owner);
    List<Operation> strays = new ArrayList<>();
    for (Operation operation : operations) {
      if (operation.segment().isEmpty()) {
        strays.add(operation);
      }
    }
    if (!strays.isEmpty()) {
      TreeRow row = new TreeRow().say("in no chunk listed here", Palette.Ink.WARNING);
      put(strays, folding, row);
      owner.add(row);
    }
  }

  private static void put(List<Operation> operations, Folding folding, TreeRow parent) {
    List<TreeRow> rows = new ArrayList<>(operations.size());
    for (Operation operation : operations) {
      rows.add(operation.row());
    }
    boolean reads =
        !operations.isEmpty() && operations.get(0).transfer().kind() == RdmaTransfer.Kind.READ;
    folding.put(rows, reads ? "RDMA Read" : "RDMA Write", parent);
  }

  // ---- chunks and segments

  private void add(ReadChunk chunk) {
    TreeRow row = new TreeRow();
    row.say(
        chunk.position() == 0
            ? "Position-Zero Read chunk"
            : "Read chunk at position " + chunk.position());
    long length = 0;
    Chunk added = new Chunk(Kind.READ, chunk.position(), row, new ArrayList<>());
    for (ChunkSegment listed : chunk.segments()) {
      length += listed.length();
      TreeRow segment = segmentRow(listed);
      sayLength(segment, listed.length(), listed.transferred(), listed.length());
      add(added, listed, segment, pulled);
    }
    saySize(added, length);
    chunks.add(added);
  }

  private void add(Kind kind, String name, WriteChunk offered, Optional<WriteChunk> returned) {
    TreeRow row = new TreeRow().say(name);
    Chunk added = new Chunk(kind, 0, row, new ArrayList<>());
    long length = 0;
    long used = 0;
    for (int i = 0; i < offered.segments().size(); i++) {
      ChunkSegment listed = offered.segments().get(i);
      length += listed.length();
      TreeRow segment = segmentRow(listed);
      if (returned.isPresent() && i < returned.get().segments().size()) {
        // The same segment with the length that was used of it (RFC 8166 section 3.4.6).
        ChunkSegment back = returned.get().segments().get(i);
        used += back.length();
        sayLength(segment, listed.length(), back.transferred(), back.length());
        if (back.transferred().orElse(-1) != back.length()) {
          segment.say(back.length() + " used");
        }
      } else {
        sayLength(segment, listed.length(), listed.transferred(), listed.length());
      }
      add(added, listed, segment, pushed);
    }
    saySize(added, length);
    if (returned.isPresent()) {
      row.say(used == 0 ? "unused" : used + " used");
    }
    chunks.add(added);
  }

  private static void add(
      Chunk chunk,
      ChunkSegment listed,
      TreeRow row,
      Map<Integer, NavigableMap<Long, Segment>> index) {
    Segment segment = new Segment(chunk, row, new ArrayList<>(1));
    chunk.segments().add(segment);
    index
        .computeIfAbsent(listed.handle(), handle -> new TreeMap<>(Long::compareUnsigned))
        .putIfAbsent(listed.offset(), segment);
  }

  private static void saySize(Chunk chunk, long length) {
    chunk.row().say(Counted.of(chunk.segments().size(), "segment"));
    chunk.row().say(length + " B");
    chunk.row().measures(length, Long.MAX_VALUE, 0);
  }

  private static TreeRow segmentRow(ChunkSegment listed) {
    return new TreeRow()
        .say(Hex.of(listed.handle()) + " " + Hex.of(listed.offset()))
        .measures(listed.length(), Long.MAX_VALUE, 0);
  }

  private static void sayLength(TreeRow row, long length, OptionalLong transferred, long expected) {
    if (transferred.isEmpty()) {
      row.say(length + " B");
    } else if (transferred.getAsLong() == expected) {
      row.say(expected + " of " + length + " B");
    } else {
      row.say(transferred.getAsLong() + " of " + length + " B", Palette.Ink.WARNING);
    }
  }

  // ---- operations

  private void add(RdmaTransfer transfer) {
    TreeRow row = operationRow(transfer, moved.of(transfer), everything);
    boolean read = transfer.kind() == RdmaTransfer.Kind.READ;
    NavigableMap<Long, Segment> sharing = (read ? pulled : pushed).get(transfer.handle());
    if (sharing == null) {
      operations.add(new Operation(transfer, row, Optional.empty()));
      return;
    }
    Map.Entry<Long, Segment> begun = sharing.floorEntry(transfer.address());
    Segment segment = begun == null ? sharing.firstEntry().getValue() : begun.getValue();
    Operation operation = new Operation(transfer, row, Optional.of(segment));
    segment.operations().add(operation);
    operations.add(operation);
    segment.row().moved(transfer.firstNanos(), transfer.lastNanos());
    segment.chunk().row().moved(transfer.firstNanos(), transfer.lastNanos());
  }

  /**
   * {@return the row of an RDMA operation}
   *
   * @param extent what is there of it
   */
  static TreeRow operationRow(
      RdmaTransfer transfer, TransferExtents.Extent extent, boolean everything) {
    TreeRow row = new TreeRow();
    row.say(name(transfer) + " " + Hex.of(transfer.address()));
    String part = transfer.transferred() + " of " + transfer.length() + " B";
    switch (extent) {
      case WHOLE -> row.say(transfer.length() + " B");
      case AGAIN -> row.say(transfer.length() + " B asked for again");
      case SHARED -> row.say(part + ", the others by another " + name(transfer));
      case LACKING -> row.say(part, Palette.Ink.WARNING);
    }
    if (everything && extent != TransferExtents.Extent.AGAIN) {
      row.say(Counted.of(transfer.packets(), "packet"));
    }
    if (transfer.firstPsn() < 0) {
      row.say("to " + Hex.of(transfer.address() + Math.max(1, transfer.length()) - 1));
    } else {
      row.say(
          transfer.firstPsn() == transfer.lastPsn()
              ? "PSN " + transfer.firstPsn()
              : "PSN " + transfer.firstPsn() + "-" + transfer.lastPsn());
    }
    row.say(Folding.frames(transfer.firstFrame(), transfer.lastFrame()));
    long duration = TimeBar.elapsed(transfer.firstNanos(), transfer.lastNanos());
    if (duration > 0) {
      row.say(Quantities.duration(duration));
    }
    row.moved(transfer.firstNanos(), transfer.lastNanos());
    return row.measures(transfer.length(), transfer.firstFrame(), transfer.lastFrame());
  }

  private static String name(RdmaTransfer transfer) {
    return transfer.kind() == RdmaTransfer.Kind.READ ? "RDMA Read" : "RDMA Write";
  }
}
