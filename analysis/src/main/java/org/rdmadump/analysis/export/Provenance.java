package org.rdmadump.analysis.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * Says in a packet's comment what the message was rebuilt from, in clauses between semicolons. The
 * Lua file for Wireshark makes fields of them: what changes here changes there.
 */
final class Provenance {
  /** Chunks and findings that are named; of more, their number. */
  private static final int MOST_NAMED = 8;

  private Provenance() {}

  /**
   * {@return such as {@code message 27, connection 1, frames 80 to 91; call 0x0a85c64e WRITE to the
   * server; chunks: Read 5000 bytes (1 segment); moved 5000 bytes in 5 packets}}
   */
  static String of(RpcMessage message, WrittenStream written) {
    List<String> clauses = new ArrayList<>();
    clauses.add(origin(message));
    message.rpc().ifPresent(rpc -> clauses.add(kind(message, rpc)));
    String chunks = chunks(message);
    if (!chunks.isEmpty()) {
      clauses.add("chunks: " + chunks);
    }
    if (!message.transfers().isEmpty()) {
      clauses.add(moved(message));
    }
    if (!written.isComplete()) {
      clauses.add(written.gaps(WrittenStream.why(message)));
    }
    List<Finding> findings = message.findings();
    if (!findings.isEmpty()) {
      clauses.add("findings: " + findings(findings));
    }
    return String.join("; ", clauses);
  }

  private static String origin(RpcMessage message) {
    StringBuilder text = new StringBuilder(80);
    text.append("message ").append(message.number());
    text.append(", connection ").append(message.connection());
    if (message.firstFrame() == message.lastFrame()) {
      text.append(", frame ").append(message.firstFrame());
    } else {
      text.append(", frames ").append(message.firstFrame());
      text.append(" to ").append(message.lastFrame());
    }
    if (message.isRepeat()) {
      text.append(", repeat of message ").append(message.firstNumber());
    }
    if (!message.delivered()) {
      text.append(", not delivered");
    }
    return text.toString();
  }

  private static String kind(RpcMessage message, RpcSummary rpc) {
    Optional<String> operation = message.operation();
    return (rpc.call() ? "call " : "reply ")
        + rpc.xidText()
        + (operation.isPresent() ? " " + operation.get() : "")
        + (message.direction() == Direction.FORWARD ? " to the server" : " to the client");
  }

  /** What the message lists; a call lists Write chunks and a Reply chunk for its reply to fill. */
  private static String chunks(RpcMessage message) {
    boolean call = message.rpc().isPresent() && message.rpc().get().call();
    String offers = call ? "offers " : "";
    List<String> chunks = new ArrayList<>();
    for (ReadChunk chunk : message.readChunks()) {
      String name = chunk.position() == 0 ? "Position-Zero Read" : "Read";
      chunks.add(name + size(chunk.segments()));
    }
    for (WriteChunk chunk : message.writeChunks()) {
      chunks.add(offers + "Write" + size(chunk.segments()));
    }
    if (message.replyChunk().isPresent()) {
      chunks.add(offers + "Reply" + size(message.replyChunk().get().segments()));
    }
    return shortened(chunks);
  }

  private static String size(List<ChunkSegment> segments) {
    long bytes = 0;
    for (ChunkSegment segment : segments) {
      bytes += segment.length();
    }
    return " " + Counted.of(bytes, "byte") + " (" + Counted.of(segments.size(), "segment") + ")";
  }

  private static String moved(RpcMessage message) {
    long bytes = 0;
    long packets = 0;
    for (RdmaTransfer transfer : message.transfers()) {
      bytes += transfer.transferred();
      packets += transfer.packets();
    }
    return "moved " + Counted.of(bytes, "byte") + " in " + Counted.of(packets, "packet");
  }

  private static String findings(List<Finding> findings) {
    List<String> texts = new ArrayList<>();
    for (Finding finding : findings) {
      String place = finding.frame() > 0 ? " in frame " + finding.frame() : "";
      texts.add(finding.rule().name() + place);
    }
    return shortened(texts);
  }

  private static String shortened(List<String> texts) {
    int more = texts.size() - MOST_NAMED;
    return String.join(", ", more > 0 ? texts.subList(0, MOST_NAMED) : texts)
        + (more > 0 ? ", " + more + " more" : "");
  }
}
