package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.memory.Predecessors;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.SharedSegments;
import org.rdmadump.rpcrdma.memory.Turn;
import org.rdmadump.rpcrdma.memory.Window;

/** The memory that calls list in their chunk lists, from there until it is theirs no longer. */
public final class AdvertisedMemory {
  /** How often a call may list memory again that it lists before. */
  private static final int MOST_TWINS = 8;

  /** Segments of other calls in which a call that was captured late may find its bytes. */
  private static final int MOST_APART = 64;

  /** Calls that had the memory of one after it, in which it may find its bytes. */
  private static final int MOST_BEHIND = 16;

  private final RunState run;
  private final CallOwner connection;

  /** What a segment replaces. */
  private final List<RdmaSegment> replaced = new ArrayList<>(0);

  /**
   * That of a connection.
   *
   * @param connection is told of calls whose memory is advertised anew
   */
  public AdvertisedMemory(RunState run, CallOwner connection) {
    this.run = run;
    this.connection = connection;
  }

  // ---- a call lists it

  /**
   * Takes the segments of a call in, in the order of its lists.
   *
   * @param side of the call
   * @param findings of the call
   */
  public void add(ConnectionSide side, CallInFlight call, List<Finding> findings) {
    ParsedHeader parsed = call.parsed;
    if (parsed.hasReads()) {
      addReads(side, call, parsed.readList(), findings);
    }
    if (parsed.hasWrites() || parsed.hasReplyChunk()) {
      WrittenMemory written = WrittenMemory.of(parsed);
      if (parsed.hasWrites()) {
        addWrites(side, call, written, findings);
      }
      if (parsed.hasReplyChunk()) {
        addReply(side, call, written, findings);
      }
    }
  }

  private void addReply(
      ConnectionSide side, CallInFlight call, WrittenMemory written, List<Finding> findings) {
    List<ChunkSegment> listed = call.parsed.replyChunk().get().segments();
    for (int i = 0; i < listed.size(); i++) {
      RdmaSegment segment = segment(RdmaSegment.Kind.REPLY, listed.get(i), true);
      written.add(segment);
      advertise(side, call, segment, call.memory().reply, findings);
      written.judge(segment, call);
    }
  }

  private void addWrites(
      ConnectionSide side, CallInFlight call, WrittenMemory written, List<Finding> findings) {
    List<WriteChunk> list = call.parsed.writeList();
    for (int c = 0; c < list.size(); c++) {
      WriteChunk chunk = list.get(c);
      List<ChunkSegment> listed = chunk.segments();
      List<RdmaSegment> segments = new ArrayList<>(listed.size());
      for (int i = 0; i < listed.size(); i++) {
        ChunkSegment each = listed.get(i);
        boolean kept = run.keepsAll() || written.mayBeReply(each.handle());
        RdmaSegment segment = segment(RdmaSegment.Kind.WRITE, each, kept);
        if (chunk.isPad(i)) {
          segment.padsChunk();
        }
        written.add(segment);
        advertise(side, call, segment, segments, findings);
        written.judge(segment, call);
      }
      call.memory().writes.add(segments);
    }
  }

  private void addReads(
      ConnectionSide side, CallInFlight call, ReadList list, List<Finding> findings) {
    SharedSegments shared = new SharedSegments(call.memory().reads, list.size());
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
          twins < MOST_TWINS
              ? side.memory().twinOf(segment, call.memory().window())
              : Optional.empty();
      if (twin.isPresent() && willDoTwice(twin.get(), kept)) {
        twins++;
        call.memory().listsTwice();
        call.memory().reads.add(twin.get());
      } else {
        segment.listedAmong(shared, i);
        advertise(side, call, segment, call.memory().reads, findings);
      }
    }
  }

  /** Whether a segment of the call whose Read list is being taken in will do twice. */
  private static boolean willDoTwice(RdmaSegment segment, boolean kept) {
    return segment.kind() == RdmaSegment.Kind.READ && (segment.keepsValues() || !kept);
  }

  private RdmaSegment segment(RdmaSegment.Kind kind, ChunkSegment listed, boolean kept) {
    return segment(kind, listed.handle(), listed.length(), listed.offset(), 0, kept);
  }

  private RdmaSegment segment(
      RdmaSegment.Kind kind, int handle, long length, long offset, long position, boolean kept) {
    return run.segment(kind, handle, length, offset, position, kept);
  }

  private void advertise(
      ConnectionSide side,
      CallInFlight by,
      RdmaSegment segment,
      List<RdmaSegment> into,
      List<Finding> findings) {
    segment.advertisedBy(by.memory().window());
    into.add(segment);
    side.memory().add(segment, replaced);
    for (int i = 0; i < replaced.size(); i++) {
      replace(replaced.get(i), side, by, segment, findings);
    }
    replaced.clear();
    side.uses().tell(segment, by.memory().window());
  }

  @SuppressWarnings("ReferenceEquality") // Each is one call.
  private void replace(
      RdmaSegment old,
      ConnectionSide side,
      CallInFlight by,
      RdmaSegment segment,
      List<Finding> findings) {
    Window before = old.window();
    if (before == by.memory().window()) {
      old.overlaid();
      run.counts().evictedSegments(1);
      return;
    }
    CallInFlight call = before == null ? null : side.call(before);
    if (before != null && before.isClosed() && call != null) {
      Predecessors.follow(segment, old);
    } else if (call != null) {
      side.uses().ended(old, call.memory().window().turn);
      call.replacedBy(by.memory().window().turn);
      by.replaces(call.memory().window().turn);
      findings.add(
          call.send.finding(
              RpcRdmaRules.HANDLE_REPLACED,
              "handle "
                  + Hex.of(segment.handle())
                  + " was still advertised by the call with XID "
                  + Hex.of(call.xid)));
      connection.replaced(call);
      if (call.isForgotten() || !call.memory().window().isSurelyOpen()) {
        Predecessors.inherit(segment, old);
      } else if (old.kind() == RdmaSegment.Kind.READ) {
        Predecessors.follow(segment, old);
      } else {
        Predecessors.inherit(segment, old);
        old.resume();
      }
    }
  }

  // ---- it is used no longer

  /** Takes note of the reply to a call: behind it nothing moves for the call. */
  public static void replied(ConnectionSide side, CallInFlight call, long reply) {
    call.close(reply);
    if (call.parsed.hasChunks()) {
      List<RdmaSegment> segments = call.memory().segments();
      for (int i = 0; i < segments.size(); i++) {
        side.uses().ended(segments.get(i), call.memory().window().turn);
        side.memory().adopt(segments.get(i));
      }
      takeOfThoseBehind(side, call);
    }
  }

  /** As {@link #replied}, of a call that is not followed any more, or was not captured. */
  public static void repliedUnseen(ConnectionSide side, ParsedHeader parsed, long reply) {
    if (side.uses().replied(parsed.xid(), reply)) {
      return;
    }
    side.order().strayReply(reply, !parsed.isTruncated() && !parsed.header().isError());
    Turn turn = Turn.ofReply(parsed.xid(), reply);
    for (ChunkSegment listed : parsed.allSegments()) {
      side.uses().ended(listed, turn);
      side.memory().freed(listed, reply);
    }
  }

  /** Gives a call what was kept apart of its bytes for others, as it was captured behind them. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  public static void takeOfOthers(ConnectionSide side, CallInFlight call) {
    List<RdmaSegment> apart = new ArrayList<>(0);
    for (CallInFlight other : side.all()) {
      if (other != call) {
        addApart(other, apart);
      }
    }
    take(side, call, apart);
  }

  /** The same of the calls that had memory of it anew, and memory of these. */
  private static void takeOfThoseBehind(ConnectionSide side, CallInFlight call) {
    if (call.replacedBy().isEmpty()) {
      return;
    }
    List<RdmaSegment> apart = new ArrayList<>(0);
    List<Turn> behind = new ArrayList<>(call.replacedBy());
    for (int i = 0; i < behind.size(); i++) {
      CallInFlight other = side.call(behind.get(i));
      if (other != null) {
        addApart(other, apart);
        for (Turn each : other.replacedBy()) {
          if (behind.size() < MOST_BEHIND && !behind.contains(each)) {
            behind.add(each);
          }
        }
      }
    }
    take(side, call, apart);
  }

  private static void addApart(CallInFlight call, List<RdmaSegment> apart) {
    if (apart.size() < MOST_APART) {
      for (RdmaSegment segment : call.memory().segments()) {
        if (segment.keepsApart() && apart.size() < MOST_APART) {
          apart.add(segment);
        }
      }
    }
  }

  private static void take(ConnectionSide side, CallInFlight call, List<RdmaSegment> apart) {
    for (RdmaSegment other : apart) {
      for (RdmaSegment segment : call.memory().segments()) {
        side.memory().adopt(segment, other);
      }
    }
  }

  /**
   * Forgets that of a call that was answered, or given up.
   *
   * @param gone whether the connection is over
   */
  public static void forget(ConnectionSide side, CallInFlight call, boolean gone) {
    List<RdmaSegment> segments = call.memory().segments();
    for (int i = 0; i < segments.size(); i++) {
      RdmaSegment segment = segments.get(i);
      side.memory().deleteRdmaSegment(segment);
      if (!gone) {
        side.memory().unadvertised().takeBack(segment);
      }
      segment.retire();
    }
    call.memory().window().retire();
  }
}
