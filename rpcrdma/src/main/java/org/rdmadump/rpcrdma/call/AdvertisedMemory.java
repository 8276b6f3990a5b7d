package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.SharedReads;
import org.rdmadump.rpcrdma.memory.Window;

/** Takes what a call lists in its chunk lists into the memory that its side has advertised. */
public final class AdvertisedMemory {
  /** How often a call may list memory again that it lists before. */
  private static final int MOST_TWINS = 8;

  private final RunState run;
  private final ConnectionSide side;
  private final CallOwner connection;
  private final List<Finding> findings;

  /** What a segment replaces. */
  private final List<RdmaSegment> replaced = new ArrayList<>(0);

  /**
   * The memory of a side.
   *
   * @param connection is told of calls whose memory is advertised anew
   * @param findings of the call
   */
  public AdvertisedMemory(
      RunState run, ConnectionSide side, CallOwner connection, List<Finding> findings) {
    this.run = run;
    this.side = side;
    this.connection = connection;
    this.findings = findings;
  }

  /** Takes the segments of a call in, in the order of its lists. */
  public void add(CallInFlight call, ParsedHeader parsed) {
    addReads(call, parsed.readList());
    for (WriteChunk chunk : parsed.writeList()) {
      List<RdmaSegment> segments = new ArrayList<>(chunk.segments().size());
      for (int i = 0; i < chunk.segments().size(); i++) {
        RdmaSegment segment =
            segment(RdmaSegment.Kind.WRITE, chunk.segments().get(i), run.keepsAll());
        if (chunk.isPad(i)) {
          segment.padsChunk();
        }
        advertise(call, segment, segments);
      }
      call.writeChunks.add(segments);
    }
    if (parsed.replyChunk().isPresent()) {
      for (ChunkSegment each : parsed.replyChunk().get().segments()) {
        advertise(call, segment(RdmaSegment.Kind.REPLY, each, true), call.replySegments);
      }
    }
  }

  private void addReads(CallInFlight call, ReadList list) {
    SharedReads shared = new SharedReads(call.readSegments, list.size());
    int twins = 0;
    for (int i = 0; i < list.size(); i++) {
      long position = list.position(i);
      boolean kept = position == 0 || run.keepsAll();
      RdmaSegment segment =
          segment(
              RdmaSegment.Kind.READ,
              list.handle(i),
              list.length(i),
              list.offset(i),
              position,
              kept);
      Optional<RdmaSegment> twin =
          twins < MOST_TWINS ? side.memory().twinOf(segment) : Optional.empty();
      if (twin.isPresent() && isListed(call, twin.get(), kept)) {
        twins++;
        call.listsTwice();
        call.readSegments.add(twin.get());
      } else {
        segment.readBeside(shared, i);
        advertise(call, segment, call.readSegments);
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

  private RdmaSegment segment(RdmaSegment.Kind kind, ChunkSegment listed, boolean kept) {
    return segment(kind, listed.handle(), listed.length(), listed.offset(), 0, kept);
  }

  private RdmaSegment segment(
      RdmaSegment.Kind kind, int handle, long length, long offset, long position, boolean kept) {
    return kept
        ? RdmaSegment.kept(kind, handle, length, offset, position, run.pages())
        : RdmaSegment.advertised(kind, handle, length, offset, position).chargedTo(run.pages());
  }

  private void advertise(CallInFlight by, RdmaSegment segment, List<RdmaSegment> into) {
    segment.advertisedBy(by.window);
    into.add(segment);
    if (side.memory().isUsedBehind(segment)) {
      // Captured late: another call has the memory since.
      segment.end();
    } else {
      side.memory().add(segment, replaced);
      for (int i = 0; i < replaced.size(); i++) {
        replace(replaced.get(i), by, segment);
      }
      replaced.clear();
    }
    side.uses().tell(segment, by.window);
  }

  @SuppressWarnings("ReferenceEquality") // Each is one call.
  private void replace(RdmaSegment old, CallInFlight by, RdmaSegment segment) {
    Window before = old.window();
    if (before == by.window) {
      old.overlaid();
      run.evictedSegments(1);
      return;
    }
    CallInFlight call = before == null ? null : side.call(before);
    if (before != null && before.isClosed() && call != null) {
      segment.follows(old);
    } else if (call != null) {
      side.uses().ended(old, call.window.turn);
      findings.add(
          call.send.finding(
              RpcRdmaRules.HANDLE_REPLACED,
              "handle "
                  + Hex.of(segment.handle())
                  + " was still advertised by the call with XID "
                  + Hex.of(call.xid)));
      connection.replaced(call);
      segment.inherits(old);
    }
  }
}
