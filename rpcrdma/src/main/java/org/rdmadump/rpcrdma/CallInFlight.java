package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpc.RpcPrefix;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcReading;
import org.rdmadump.rpc.RpcRules;

/** A call from its Send to its reply, and the memory that it advertised. */
final class CallInFlight {
  final int xid;
  final Send send;
  final ParsedHeader parsed;
  final List<Finding> findings = new ArrayList<>(0);

  /** Segments in the order of the Read list, of the Write list's chunks, of the Reply chunk. */
  final List<RdmaSegment> readSegments = new ArrayList<>(0);

  final List<List<RdmaSegment>> writeChunks = new ArrayList<>(0);
  final List<RdmaSegment> replySegments = new ArrayList<>(0);

  /** Calls with the same XID and chunks that came later. */
  final List<Send> repeats = new ArrayList<>(0);

  @Nullable RpcMessage message;
  OptionalLong answeredBy = OptionalLong.empty();
  private Optional<RpcCallHeader> rpc = Optional.empty();
  private OptionalLong program = OptionalLong.empty();
  private OptionalLong version = OptionalLong.empty();
  private OptionalLong procedure = OptionalLong.empty();
  private Optional<AuthFlavor> credential = Optional.empty();
  private boolean settled;
  private int incompleteReads;

  CallInFlight(int xid, Send send, ParsedHeader parsed) {
    this.xid = xid;
    this.send = send;
    this.parsed = parsed;
  }

  /** The side that sent it, which can change its number while directions are joined. */
  int side() {
    return send.side();
  }

  void settle() {
    settled = true;
  }

  boolean isSettled() {
    return settled;
  }

  /** Counts the Read segments that wait for data. */
  void countReads() {
    incompleteReads = 0;
    for (RdmaSegment segment : readSegments) {
      if (!segment.isComplete()) {
        incompleteReads++;
      }
    }
  }

  boolean isWhole() {
    return incompleteReads == 0;
  }

  boolean isEmitted() {
    return message != null;
  }

  /** Whether {@code other} lists the same segments, as a repeat of the same call does. */
  boolean hasSameChunks(ParsedHeader other) {
    return parsed.readList().equals(other.readList())
        && parsed.writeList().equals(other.writeList())
        && parsed.replyChunk().equals(other.replyChunk());
  }

  /** Every segment that it advertised. */
  List<RdmaSegment> segments() {
    List<RdmaSegment> all = new ArrayList<>(readSegments);
    writeChunks.forEach(all::addAll);
    all.addAll(replySegments);
    return all;
  }

  /** Positions of its Read chunks, ascending, each once. */
  long[] positions() {
    return readSegments.stream().mapToLong(RdmaSegment::position).sorted().distinct().toArray();
  }

  /** The Read segments that share a position, in the order of the list. */
  List<RdmaSegment> readSegmentsAt(long position) {
    List<RdmaSegment> chunk = new ArrayList<>(readSegments.size());
    for (RdmaSegment segment : readSegments) {
      if (segment.position() == position) {
        chunk.add(segment);
      }
    }
    return chunk;
  }

  /** Its Read list with what was moved. */
  List<ReadChunk> readChunksWithTransfers() {
    List<ReadSegment> list = new ArrayList<>(readSegments.size());
    for (int i = 0; i < readSegments.size(); i++) {
      ChunkSegment listed = parsed.readList().get(i).segment();
      RdmaSegment segment = readSegments.get(i);
      list.add(
          new ReadSegment(
              segment.position(),
              new ChunkSegment(
                  listed.handle(),
                  listed.length(),
                  listed.offset(),
                  OptionalLong.of(segment.size()))));
    }
    return Draft.group(list);
  }

  /**
   * Whether the peer is known to have had the byte at an address of the Read list: a later byte of
   * the same Read, or of a later one, was seen.
   */
  boolean wasPassed(long address) {
    boolean requested = false;
    for (RdmaSegment segment : readSegments) {
      for (RdmaSubSegment read : segment.subSegments()) {
        if (requested && read.size() > 0) {
          return true;
        }
        long relative = address - read.operation().address();
        if (segment.touches(address) && relative >= 0 && relative < read.operation().length()) {
          requested = true;
          if (address - read.reached() < 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Reads the RPC header from the start of the call. */
  void readRpc(Rope stream) {
    RpcReading reading = RpcHeader.read(stream);
    if (reading instanceof RpcReading.Whole whole
        && whole.header() instanceof RpcCallHeader header) {
      rpc = Optional.of(header);
      program = OptionalLong.of(header.program());
      version = OptionalLong.of(header.version());
      procedure = OptionalLong.of(header.procedure());
      credential = Optional.of(header.credential());
    } else if (reading instanceof RpcReading.Partial partial) {
      take(partial.known());
    } else if (reading instanceof RpcReading.Malformed malformed) {
      take(malformed.known());
      if (parsed.header().truncated()) {
        // How long the message is was in the part that is cut.
        return;
      }
      findings.add(
          new Finding(
              RpcRules.MALFORMED_HEADER,
              send.lastFrame(),
              -1,
              malformed.why() + " (byte " + malformed.at() + " of the RPC message)"));
    }
  }

  private void take(RpcPrefix prefix) {
    program = prefix.program();
    version = prefix.version();
    procedure = prefix.procedure();
    credential = prefix.credential();
  }

  /** The RPC header, if it was whole. */
  Optional<RpcCallHeader> rpc() {
    return rpc;
  }

  /** Whether the program is one that servers call their clients back with. */
  boolean isBackward() {
    return program.isPresent() && RpcPrograms.isTransient(program.getAsLong());
  }

  /** The program, its version and procedure, where they could be read. */
  Identity identity() {
    return new Identity(narrow(program), narrow(version), narrow(procedure));
  }

  private static OptionalInt narrow(OptionalLong value) {
    return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
  }

  /** What a call asks for. */
  record Identity(OptionalInt program, OptionalInt version, OptionalInt procedure) {}

  /** What output says of it as a call. */
  RpcSummary summary(Rope stream, boolean digest, OptionalLong repeatOf) {
    List<MissingRange> missing = MessageStream.missing(stream);
    boolean complete = missing.isEmpty() && !parsed.header().truncated();
    Identity identity = identity();
    return new RpcSummary(
        true,
        xid,
        identity.program,
        identity.version,
        identity.procedure,
        credential.map(AuthFlavor::label),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        repeatOf,
        stream.length(),
        digest && complete && stream.isComplete()
            ? Optional.of(RunState.sha256(stream))
            : Optional.empty(),
        complete,
        missing);
  }
}
