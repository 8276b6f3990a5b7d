package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;

/** Takes what a call lists in its chunk lists into the memory that its side has advertised. */
final class AdvertisedMemory {
  /** How often a call may list memory again that it lists before. */
  private static final int MOST_TWINS = 8;

  private final RunState run;
  private final RdmaInfo memory;
  private final MemoryUses uses;
  private final ConnectionSide side;
  private final CallOwner connection;
  private final List<Finding> findings;

  /**
   * The memory of a side.
   *
   * @param connection is told of calls whose memory is advertised anew
   * @param findings of the call
   */
  AdvertisedMemory(
      RunState run, ConnectionSide side, CallOwner connection, List<Finding> findings) {
    this.run = run;
    this.side = side;
    this.memory = side.memory;
    this.uses = side.uses;
    this.connection = connection;
    this.findings = findings;
  }

  /** Takes the segments of a call in, in the order of its lists. */
  void add(CallInFlight call, ParsedHeader parsed) {
    int twins = 0;
    for (ReadSegment read : parsed.readList()) {
      boolean kept = read.position() == 0 || run.keepsAll();
      RdmaSegment segment = segment(RdmaSegment.Kind.READ, read.segment(), read.position(), kept);
      Optional<RdmaSegment> twin = twins < MOST_TWINS ? memory.twinOf(segment) : Optional.empty();
      if (twin.isPresent() && isListed(call, twin.get(), kept)) {
        twins++;
        call.listsTwice();
        call.readSegments.add(twin.get());
      } else {
        advertise(call, segment, call.readSegments);
      }
    }
    for (WriteChunk chunk : parsed.writeList()) {
      List<RdmaSegment> segments = new ArrayList<>(chunk.segments().size());
      for (int i = 0; i < chunk.segments().size(); i++) {
        RdmaSegment segment =
            segment(RdmaSegment.Kind.WRITE, chunk.segments().get(i), 0, run.keepsAll());
        if (chunk.isPad(i)) {
          segment.padsChunk();
        }
        advertise(call, segment, segments);
      }
      call.writeChunks.add(segments);
    }
    if (parsed.replyChunk().isPresent()) {
      for (ChunkSegment each : parsed.replyChunk().get().segments()) {
        advertise(call, segment(RdmaSegment.Kind.REPLY, each, 0, true), call.replySegments);
      }
    }
  }

  /** Whether a segment is one of the Read list that is being taken in, and will do twice. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  private static boolean isListed(CallInFlight call, RdmaSegment segment, boolean kept) {
    return segment.window() == call.window
        && segment.kind() == RdmaSegment.Kind.READ
        && (segment.keepsValues() || !kept);
  }

  private RdmaSegment segment(
      RdmaSegment.Kind kind, ChunkSegment listed, long position, boolean kept) {
    return kept
        ? RdmaSegment.kept(
            kind, listed.handle(), listed.length(), listed.offset(), position, run.pages())
        : RdmaSegment.advertised(kind, listed.handle(), listed.length(), listed.offset(), position)
            .chargedTo(run.pages());
  }

  private void advertise(CallInFlight by, RdmaSegment segment, List<RdmaSegment> into) {
    segment.advertisedBy(by.window);
    into.add(segment);
    if (memory.isUsedBehind(segment)) {
      // Captured late: another call has the memory since.
      segment.end();
    } else {
      List<RdmaSegment> overlapped = memory.addRdmaSegment(segment);
      if (!overlapped.isEmpty()) {
        replace(overlapped, by, segment);
      }
    }
    uses.tell(segment, by.window);
  }

  @SuppressWarnings("ReferenceEquality") // Each is one call.
  private void replace(List<RdmaSegment> overlapped, CallInFlight by, RdmaSegment segment) {
    for (RdmaSegment replaced : overlapped) {
      Window before = replaced.window();
      if (before == by.window) {
        replaced.overlaid();
        run.evictedSegments(1);
        continue;
      }
      CallInFlight call = before == null ? null : side.call(before);
      if (call != null && call.window.isClosed()) {
        segment.follows(replaced);
      } else if (call != null) {
        uses.ended(replaced, call.window.turn);
        findings.add(
            Finding.inFrame(
                RpcRdmaRules.HANDLE_REPLACED,
                call.send.lastFrame(),
                "handle "
                    + Hex.of(segment.handle())
                    + " was still advertised by the call with XID "
                    + Hex.of(call.xid)));
        connection.replaced(call);
        segment.inherits(replaced);
      }
    }
  }
}
