package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.PlacedChunk;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcSummary;

/** Makes the rows of the tree of an exchange. */
final class ExchangeRows {
  private final RpcExchange exchange;
  private final boolean everything;
  private final ChunkRows chunks;
  private final Folding folding;
  private final FindingRows findings;

  /**
   * Rows of {@code exchange}.
   *
   * @param everything fold nothing and leave nothing out
   */
  ExchangeRows(RpcExchange exchange, boolean everything) {
    this.exchange = exchange;
    this.everything = everything;
    this.chunks = new ChunkRows(exchange, everything);
    this.folding = new Folding(everything);
    this.findings = new FindingRows(everything);
  }

  /** {@return a row for the call and one for the reply, and what belongs below them} */
  List<TreeRow> rows() {
    Optional<RpcMessage> call = exchange.call();
    Optional<RpcMessage> reply = exchange.reply();
    TreeRow callRow = call.isPresent() ? row(call.get()) : absent("call not captured");
    TreeRow replyRow =
        reply.isPresent() ? row(reply.get()) : WithoutReply.of(call.orElseThrow()).row();
    time(callRow, replyRow);
    if (call.isPresent()) {
      note(call.get(), RdmaTransfer.Kind.READ, callRow);
    }
    if (reply.isPresent()) {
      note(reply.get(), RdmaTransfer.Kind.WRITE, replyRow);
    }
    for (Finding finding : exchange.findings()) {
      findings.note(finding, placeOf(finding, Optional.empty(), replyRow));
    }
    findings.put();
    // A reply lists the chunks of its call again: they stand below the call.
    chunks.assemble(folding, call.isPresent() ? callRow : replyRow);
    List<TreeRow> rows = new ArrayList<>(2);
    rows.add(callRow);
    rows.add(replyRow);
    return rows;
  }

  private static TreeRow absent(String what) {
    return new TreeRow().say(what, Palette.Ink.WARNING);
  }

  private void time(TreeRow callRow, TreeRow replyRow) {
    if (exchange.reply().isPresent()) {
      RpcMessage reply = exchange.reply().get();
      replyRow.moved(reply.sendNanos(), reply.sendNanos());
    }
    if (exchange.call().isPresent()) {
      RpcMessage call = exchange.call().get();
      callRow.moved(Math.min(call.sendBeginNanos(), call.sendNanos()), call.sendNanos());
    }
  }

  // ---- messages

  private TreeRow row(RpcMessage message) {
    TreeRow row = new TreeRow();
    Optional<RpcSummary> rpc = message.rpc();
    if (rpc.isEmpty()) {
      row.say("message #" + message.number());
    } else if (rpc.get().call()) {
      row.say("call #" + message.number(), Palette.Ink.CALL);
    } else {
      row.say("reply #" + message.number(), Palette.Ink.REPLY);
    }
    row.say(ends(message));
    row.say("frame " + message.sendFrame());
    sayProcedure(row, message.header());
    row.say("Send of " + message.sendLength() + " B");
    if (everything) {
      row.say(Counted.of(message.sendPackets(), "packet"));
      if (message.header().hasCredits()) {
        row.say(Counted.of(Integer.toUnsignedLong(message.header().credits()), "credit"));
      }
    }
    if (rpc.isPresent() && rpc.get().length().isPresent()) {
      row.say("message of " + rpc.get().length().getAsLong() + " B" + source(message));
    }
    if (message.invalidated().isPresent()) {
      row.say(String.format(Locale.US, "invalidates 0x%08x", message.invalidated().getAsInt()));
    }
    if (rpc.isPresent() && rpc.get().repeatOf().isPresent()) {
      row.say("repeat of #" + rpc.get().repeatOf().getAsLong());
    }
    sayTroubles(row, message);
    return row;
  }

  private String ends(RpcMessage message) {
    Transport transport = message.transport();
    return text(message.source(), transport) + " -> " + text(message.destination(), transport);
  }

  private String text(Endpoint endpoint, Transport transport) {
    String address = endpoint.address().toString();
    if (!everything || endpoint.number().isEmpty()) {
      return address;
    }
    return address + (transport.hasPorts() ? " port " : " QP ") + endpoint.number().getAsInt();
  }

  /** Where its bytes came from, if not from the last frame of the Send alone. */
  private static String source(RpcMessage message) {
    return message.firstFrame() == message.lastFrame()
        ? ""
        : " in " + Folding.frames(message.firstFrame(), message.lastFrame());
  }

  private static void sayProcedure(TreeRow row, RpcRdmaHeader header) {
    boolean usual =
        header.version() == 1
            && header.procedure().isPresent()
            && header.procedure().get() == RdmaProcedure.RDMA_MSG;
    if (usual) {
      return;
    }
    AsciiBuffer text = new AsciiBuffer();
    Headline.putKind(text, header);
    if (header.error().isPresent()) {
      Headline.putError(text, header.error().get());
      row.say(text.toString(), Palette.Ink.ERROR);
    } else {
      row.say(text.toString());
    }
  }

  private static void sayTroubles(TreeRow row, RpcMessage message) {
    if (!message.delivered()) {
      row.say(Headline.NOT_DELIVERED, Palette.Ink.ERROR);
    }
    if (message.header().truncated()) {
      row.say("header truncated", Palette.Ink.WARNING);
    }
    if (message.header().malformed()) {
      row.say("header malformed", Palette.Ink.ERROR);
    }
    if (message.rpc().isPresent() && !message.rpc().get().complete()) {
      row.say("INCOMPLETE", Palette.Ink.WARNING);
    }
  }

  // ---- what is wrong with them

  private void note(RpcMessage message, RdmaTransfer.Kind moves, TreeRow row) {
    if (message.rpc().isPresent()) {
      putMissing(message, row);
    }
    for (Finding finding : message.findings()) {
      boolean isOfSend = finding.frame() == message.sendFrame() && finding.operation() == 0;
      findings.note(finding, isOfSend ? row : placeOf(finding, Optional.of(moves), row));
    }
  }

  private void putMissing(RpcMessage message, TreeRow messageRow) {
    List<TreeRow> rows = new ArrayList<>();
    for (MissingRange range : message.rpc().orElseThrow().missing()) {
      TreeRow row = missing(range);
      Optional<TreeRow> chunk = chunkOf(message, range.offset());
      if (chunk.isPresent()) {
        chunk.get().add(row);
      } else {
        rows.add(row);
      }
    }
    folding.put(rows, "missing range", messageRow);
  }

  /** {@return the row of bytes that are not there} */
  static TreeRow missing(MissingRange range) {
    TreeRow row = new TreeRow();
    row.say(
        "missing "
            + Counted.of(range.length(), "byte")
            + " at "
            + range.offset()
            + " ("
            + range.reason().text()
            + ")",
        Palette.Ink.WARNING);
    return row.measures(range.length(), Long.MAX_VALUE, 0);
  }

  /** The Read chunk that holds a byte of a call, or the Reply chunk that holds all of a reply. */
  private Optional<TreeRow> chunkOf(RpcMessage message, long offset) {
    MovedBy movedBy = message.layout().movedBy(offset);
    for (ChunkRows.Chunk chunk : chunks.chunks()) {
      boolean holds =
          switch (movedBy) {
            case INLINE, WRITE_CHUNK -> false;
            case REPLY_CHUNK -> chunk.kind() == ChunkRows.Kind.REPLY;
            case POSITION_ZERO -> chunk.kind() == ChunkRows.Kind.READ && chunk.position() == 0;
            case READ_CHUNK ->
                chunk.kind() == ChunkRows.Kind.READ && chunk.position() == begin(message, offset);
          };
      if (holds) {
        return Optional.of(chunk.row());
      }
    }
    return Optional.empty();
  }

  /** Where the chunk begins that was put over a byte of a message. */
  private static long begin(RpcMessage message, long offset) {
    for (PlacedChunk placed : message.layout().chunks()) {
      if (offset >= placed.offset() && offset - placed.offset() < placed.length()) {
        return placed.offset();
      }
    }
    return -1;
  }

  /** The operation that a finding is about; what they have in common, if there are several. */
  private TreeRow placeOf(Finding finding, Optional<RdmaTransfer.Kind> moves, TreeRow messageRow) {
    if (finding.frame() <= 0) {
      return messageRow;
    }
    List<RdmaTransfer> about = TransferExtents.about(finding, moves, exchange.transfers());
    Optional<TreeRow> place = Optional.empty();
    Optional<ChunkRows.Segment> segment = Optional.empty();
    boolean oneChunk = true;
    for (ChunkRows.Operation operation : chunks.operations()) {
      if (about.stream().noneMatch(each -> isSame(each, operation.transfer()))) {
        continue;
      }
      if (place.isEmpty()) {
        place = Optional.of(operation.row());
        segment = operation.segment();
      } else if (segment.isEmpty() || operation.segment().isEmpty()) {
        return messageRow;
      } else if (isSame(segment.get(), operation.segment().get())) {
        place = oneChunk ? Optional.of(segment.get().row()) : place;
      } else if (isSame(segment.get().chunk(), operation.segment().get().chunk())) {
        place = Optional.of(segment.get().chunk().row());
        oneChunk = false;
      } else {
        return messageRow;
      }
    }
    return place.orElse(messageRow);
  }

  /** Two of them may list the same. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Object one, Object other) {
    return one == other;
  }
}
