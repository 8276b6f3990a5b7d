package org.rdmadump.report.text;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.CivilTime;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.ReadSink;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rdma.Transport;
import org.rdmadump.report.AddressTexts;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.WriteChunk;

/** Prints the layers of a message below its line, one line each, sizes exact. */
final class MessageDetails {
  private static final int LAYER = 8;
  private static final int PART = 12;
  private static final int LENGTH_WIDTH = 8;

  private final AddressTexts addresses = new AddressTexts();
  private final boolean everyField;
  private final ContentDetails content;
  private final FindingLines findings;

  MessageDetails(Palette palette, boolean everyField, int textSize) {
    this.everyField = everyField;
    this.content = new ContentDetails(palette, everyField, textSize);
    this.findings = new FindingLines(palette, everyField);
  }

  /** Appends the layers; every line ends with a line feed. */
  void put(AsciiBuffer line, RpcMessage message) {
    if (everyField) {
      putTime(line, message);
    }
    putConnection(line, message);
    putHeader(line, message.header());
    putChunks(line, message);
    if (everyField) {
      putTransfers(line, message.transfers(), message.transport());
    }
    if (message.rpc().isPresent()) {
      putRpc(line, message.rpc().get());
      content.put(line, message);
    }
    putFindings(line, message.findings());
  }

  void putTransfers(AsciiBuffer line, List<RdmaTransfer> transfers, Transport transport) {
    for (int i = 0; i < transfers.size(); i++) {
      RdmaTransfer transfer = transfers.get(i);
      line.spaces(LAYER)
          .put(transfer.kind() == RdmaTransfer.Kind.READ ? "RDMA Read " : "RDMA Write ");
      line.putHex(transfer.handle()).put(' ').putHex(transfer.address()).put(", ");
      if (transfer.transferred() != transfer.length()) {
        line.putDecimal(transfer.transferred()).put(" of ");
      }
      Quantities.putCount(line, transfer.length(), "byte");
      line.put(" in ");
      Quantities.putCount(line, transfer.packets(), transport.unit());
      if (transfer.firstPsn() >= 0) {
        putRange(line.put(", PSN"), "", transfer.firstPsn(), transfer.lastPsn());
      }
      if (transfer.sink().isPresent()) {
        ReadSink sink = transfer.sink().get();
        line.put(", MSN ").putDecimal(Integer.toUnsignedLong(sink.messageSequence()));
        line.put(" into ").putHex(sink.handle()).put(' ').putHex(sink.offset());
      }
      putRange(line.put(", frame"), "s", transfer.firstFrame(), transfer.lastFrame());
      if (transfer.lastNanos() != transfer.firstNanos()) {
        line.put(", ");
        Quantities.putDuration(line, transfer.lastNanos() - transfer.firstNanos());
      }
      line.newline();
    }
  }

  void putFindings(AsciiBuffer line, List<Finding> noticed) {
    findings.put(line, noticed);
  }

  private static void putTime(AsciiBuffer line, RpcMessage message) {
    line.spaces(LAYER).put("time ");
    CivilTime.putRfc3339(line, message.sendNanos());
    if (message.completedNanos() != message.sendNanos()) {
      line.put(", completed ");
      CivilTime.putRfc3339(line, message.completedNanos());
    }
    line.newline();
  }

  private void putConnection(AsciiBuffer line, RpcMessage message) {
    line.spaces(LAYER).put("connection ").putDecimal(message.connection());
    line.put(" (")
        .put(message.recognition().label())
        .put("), ")
        .put(message.transport().label())
        .put(", ");
    line.put(message.direction().label()).put(", ");
    putEndpoint(line, message.source(), message.transport());
    line.put(" -> ");
    putEndpoint(line, message.destination(), message.transport());
    putLane(line, message.lane());
    line.newline();
    line.spaces(LAYER).put("frame");
    putRange(line, "s", message.firstFrame(), message.lastFrame());
    line.put(", Send of ");
    Quantities.putCount(line, message.sendLength(), "byte");
    line.put(" in ");
    Quantities.putCount(line, message.sendPackets(), message.transport().unit());
    line.put(", ends in frame ").putDecimal(message.sendFrame());
    line.put(message.delivered() ? "" : ", not delivered");
    if (message.settledBy() == SettledBy.TIMEOUT || message.settledBy() == SettledBy.LIMIT) {
      line.put(", not acknowledged, settled by ").put(message.settledBy().label());
    }
    if (message.invalidated().isPresent()) {
      line.put(", invalidates ").putHex(message.invalidated().getAsInt());
    }
    line.newline();
  }

  private static void putLane(AsciiBuffer line, Lane lane) {
    if (lane.partitionKey() != Lane.DEFAULT_PARTITION) {
      line.put(", P_Key 0x").putHexDigits(lane.partitionKey(), 4);
    }
    if (lane.hasLevel()) {
      line.put(", SL ").putDecimal(lane.serviceLevel());
      line.put(", VL ").putDecimal(lane.virtualLane());
    }
  }

  private void putEndpoint(AsciiBuffer line, Endpoint endpoint, Transport transport) {
    Headline.putNumber(line.put(addresses.of(endpoint.address())), endpoint, transport);
  }

  private static void putHeader(AsciiBuffer line, RpcRdmaHeader header) {
    line.spaces(LAYER).put("RPC-over-RDMA");
    if (header.hasVersion()) {
      line.put(" version ").putDecimal(Integer.toUnsignedLong(header.version()));
    }
    if (header.hasProcedureCode()) {
      putProcedure(line.put(", "), header);
    }
    line.put(", XID ").putHex(header.xid()).put(", ");
    if (header.hasCredits()) {
      Quantities.putCount(line, Integer.toUnsignedLong(header.credits()), "credit");
      line.put(", ");
    }
    line.put("header of ");
    Quantities.putCount(line, header.length(), "byte");
    line.put(header.truncated() ? ", truncated" : "");
    line.put(header.malformed() ? ", malformed" : "");
    line.newline();
  }

  private static void putProcedure(AsciiBuffer line, RpcRdmaHeader header) {
    Optional<RdmaProcedure> procedure = header.procedure();
    if (procedure.isPresent()) {
      line.put(procedure.get().name());
    } else {
      line.put("procedure ").putDecimal(Integer.toUnsignedLong(header.procedureCode()));
    }
    if (header.error().isPresent()) {
      Headline.putError(line, header.error().get());
    }
  }

  private static void putChunks(AsciiBuffer line, RpcMessage message) {
    for (int i = 0; i < message.readChunks().size(); i++) {
      ReadChunk chunk = message.readChunks().get(i);
      line.spaces(LAYER).put("Read chunk at position ").putDecimal(chunk.position());
      putSegments(line, chunk.segments());
    }
    for (int i = 0; i < message.writeChunks().size(); i++) {
      line.spaces(LAYER).put("Write chunk");
      putSegments(line, message.writeChunks().get(i).segments());
    }
    Optional<WriteChunk> reply = message.replyChunk();
    if (reply.isPresent()) {
      line.spaces(LAYER).put("Reply chunk");
      putSegments(line, reply.get().segments());
    }
  }

  private static void putSegments(AsciiBuffer line, List<ChunkSegment> segments) {
    long length = 0;
    for (int i = 0; i < segments.size(); i++) {
      length += segments.get(i).length();
    }
    line.put(", ");
    Quantities.putCount(line, segments.size(), "segment");
    line.put(", ");
    Quantities.putCount(line, length, "byte");
    line.newline();
    for (int i = 0; i < segments.size(); i++) {
      ChunkSegment segment = segments.get(i);
      line.spaces(PART).putHex(segment.handle()).put(' ').putHex(segment.offset()).put(' ');
      line.putDecimal(segment.length(), LENGTH_WIDTH);
      line.put(segment.length() == 1 ? " byte" : " bytes");
      if (segment.transferred().isPresent()) {
        line.put(", ").putDecimal(segment.transferred().getAsLong()).put(" transferred");
      }
      line.newline();
    }
  }

  private void putRpc(AsciiBuffer line, RpcSummary rpc) {
    line.spaces(LAYER).put(rpc.call() ? "RPC call" : "RPC reply");
    if (everyField) {
      line.put(", XID ").putHex(rpc.xid());
    }
    if (rpc.program().isPresent()) {
      line.put(", ");
      putNamed(line, rpc.programName(), "program", rpc.program().getAsInt());
    } else {
      line.put(", ").put(Headline.withoutProgram(rpc));
    }
    if (rpc.version().isPresent()) {
      line.put(" version ").putDecimal(Integer.toUnsignedLong(rpc.version().getAsInt()));
    }
    if (rpc.procedure().isPresent()) {
      line.put(' ');
      putNamed(line, rpc.procedureName(), "procedure", rpc.procedure().getAsInt());
    }
    line.put(rpc.auth().isPresent() ? ", " : "").put(rpc.auth().orElse(""));
    line.put(rpc.status().isPresent() ? ", " : "").put(Headline.outcome(rpc).orElse(""));
    line.put(", ");
    if (rpc.length().isPresent()) {
      Quantities.putCount(line, rpc.length().getAsLong(), "byte");
    } else {
      line.put("length unknown");
    }
    if (rpc.complete()) {
      line.put(", complete");
    }
    line.newline();
    putPairing(line, rpc);
    for (int i = 0; i < rpc.missing().size(); i++) {
      MissingRange range = rpc.missing().get(i);
      line.spaces(LAYER).put("missing ");
      Quantities.putCount(line, range.length(), "byte");
      line.put(" at ").putDecimal(range.offset());
      line.put(" (").put(range.reason().text()).put(')').newline();
    }
    if (rpc.sha256().isPresent()) {
      line.spaces(LAYER).put("SHA-256 ").put(rpc.sha256().get()).newline();
    }
  }

  private static void putPairing(AsciiBuffer line, RpcSummary rpc) {
    if (rpc.callNumber().isPresent()) {
      line.spaces(LAYER).put("reply to #").putDecimal(rpc.callNumber().getAsLong());
      if (rpc.latencyNanos().isPresent()) {
        line.put(" in ").putDecimal(rpc.latencyNanos().getAsLong()).put(" ns");
      }
      if (rpc.timing().isPresent()) {
        RdmaTiming timing = rpc.timing().get();
        line.put(": ").putDecimal(timing.toFirstRdma()).put(" ns to first RDMA, ");
        line.putDecimal(timing.rdma()).put(" ns RDMA, ");
        line.putDecimal(timing.toReply()).put(" ns to reply");
      }
      line.newline();
    }
    if (rpc.repeatOf().isPresent()) {
      line.spaces(LAYER).put("repeat of #").putDecimal(rpc.repeatOf().getAsLong()).newline();
    }
  }

  private static void putNamed(AsciiBuffer line, Optional<String> name, String kind, int number) {
    if (name.isPresent()) {
      line.put(name.get()).put(" (").putDecimal(Integer.toUnsignedLong(number)).put(')');
    } else {
      line.put(kind).put(' ').putDecimal(Integer.toUnsignedLong(number));
    }
  }

  /** Appends {@code " 7"} or {@code "s 7 to 9"}. */
  static void putRange(AsciiBuffer line, String plural, long first, long last) {
    if (first == last) {
      line.put(' ').putDecimal(first);
    } else {
      line.put(plural).put(' ').putDecimal(first).put(" to ").putDecimal(last);
    }
  }
}
