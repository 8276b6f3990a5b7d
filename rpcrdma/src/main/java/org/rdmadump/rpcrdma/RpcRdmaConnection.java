package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpc.RpcStatusCode;

/**
 * What RPC-over-RDMA does on one connection: calls in flight, the memory that they advertise, and
 * the replies that end them.
 *
 * <p>XIDs and handles mean something only inside of a connection and a direction (RFC 8166 section
 * 4.2.1, RFC 8167 section 2.4).
 */
final class RpcRdmaConnection implements ConnectionEvents {
  /** Port that IANA assigned to NFS over RDMA. */
  private static final int NFS_RDMA_PORT = 20049;

  private static final int MOST_STRAY_FINDINGS = 32;

  /** How often a call may list memory again that it lists before. */
  private static final int MOST_TWINS = 8;

  private static final RdmaSegment.ReasonForHole EVICTED = new RdmaSegment.Always(Absence.EVICTED);

  /** What a connection holds, its directions at the transport aside. */
  private static final int COST = 400;

  /** What an operation holds that is listed of a segment. */
  private static final int OPERATION_COST = 150;

  /** What a handle without advertisement holds. */
  private static final int HANDLE_COST = 250;

  private final RunState run;
  private final RdmaConnection connection;
  private final Side[] sides;
  // Immutable while empty: there may be ten thousand connections.
  private List<Arrived> arrived = List.of();
  private List<Finding> strayFindings = List.of();

  /** False once an advertisement may have been missed. */
  private boolean advertisementsSeen;

  private boolean recognised;

  private final CarriedProtocol carried;

  /** Whether the run ever remembered an answered call or another message of this connection. */
  private boolean remembered;

  private final ConnectionRecord record;

  /** Whether the ends keep to what they said of themselves. */
  private final PeerReview review;

  private boolean gone;

  /** Whether the run remembers calls of it that may come again over another connection. */
  private boolean leavesCalls;

  /** Frame of the latest reply or RDMA_ERROR, 0 if there was none. */
  private long lastReplyFrame;

  private long chargedOperations;

  /** What one side of the connection has under way. */
  private static final class Side {
    private static final int FEW = 2;

    final RdmaInfo memory;

    /** Immutable and empty until the first call, as one side of most connections never calls. */
    private Map<Integer, CallInFlight> calls = Map.of();

    Side(PagePool pages) {
      this.memory = new RdmaInfo(pages);
    }

    @Nullable CallInFlight call(int xid) {
      return calls.get(CounterHash.of(xid));
    }

    void add(CallInFlight call) {
      if (calls.isEmpty()) {
        calls = new LinkedHashMap<>(FEW);
      }
      calls.put(CounterHash.of(call.xid), call);
    }

    void remove(CallInFlight call) {
      if (!calls.isEmpty()) {
        calls.remove(CounterHash.of(call.xid), call);
      }
    }

    /** All of them, in the order in which they were made. */
    List<CallInFlight> all() {
      return new ArrayList<>(calls.values());
    }
  }

  private record Arrived(
      Send send,
      ParsedHeader parsed,
      MessageRole role,
      Optional<CallInFlight> call,
      List<Finding> findings) {
    Draft draft() {
      Draft draft = new Draft(send, parsed);
      draft.findings.addAll(findings);
      return draft;
    }
  }

  RpcRdmaConnection(RunState run, RdmaConnection connection) {
    this.run = run;
    this.carried = new CarriedProtocol(run);
    run.pages().charge(COST);
    this.sides = new Side[] {new Side(run.pages()), new Side(run.pages())};
    this.connection = connection;
    this.record = new ConnectionRecord(connection);
    this.review = new PeerReview(record);
    this.recognised = isForNfs(connection) || record.saysRpcRdma();
    if (!recognised) {
      carried.isToldBy(connection);
    }
    connection.shortenPrivateData();
    this.advertisementsSeen = recognised && connection.recognition() != Recognition.INFERRED;
  }

  /** Whether the service that was asked for is NFS over RDMA. */
  static boolean isForNfs(RdmaConnection connection) {
    return connection.servicePort().isPresent()
        && connection.servicePort().getAsInt() == NFS_RDMA_PORT;
  }

  /** Says that the run remembers calls of it until it ends. */
  void leavesCalls() {
    leavesCalls = true;
  }

  /** Whether its end was seen, though data of it may still come. */
  boolean hasEnded() {
    return connection.end().isPresent()
        && connection.end().get().how() != ConnectionEnd.How.CAPTURE_END;
  }

  /** Frame of the latest message that answered something, 0 if none did. */
  long lastReplyFrame() {
    return lastReplyFrame;
  }

  // ---- what the transport says

  @Override
  public FragmentSink operation(RdmaOperation operation) {
    Side owner = sides[RdmaConnection.opposite(operation.initiator())];
    if (run.pages().isOver()) {
      owner.memory.forgetUnknown();
    }
    RdmaSubSegment subSegment = owner.memory.addRdmaOperation(operation, !run.pages().isOver());
    chargeOperations();
    if (recognised) {
      if (subSegment.segment().kind() == RdmaSegment.Kind.UNKNOWN) {
        noteUnknownMemory(operation, owner, subSegment);
      } else {
        judgeAccess(operation, subSegment.segment());
      }
    }
    FrameShares shares = run.frameShares();
    return shares == null ? subSegment : shares.follow(subSegment, operation);
  }

  /** Charges what the tables of memory hold more or less than when that was last done. */
  private void chargeOperations() {
    long now = cost(sides[RdmaConnection.FIRST]) + cost(sides[RdmaConnection.SECOND]);
    if (now != chargedOperations) {
      run.pages().charge(now - chargedOperations);
      chargedOperations = now;
    }
  }

  private static long cost(Side side) {
    return (long) side.memory.operations() * OPERATION_COST
        + (long) side.memory.unknownHandles() * HANDLE_COST;
  }

  private void noteUnknownMemory(RdmaOperation operation, Side owner, RdmaSubSegment subSegment) {
    String handle = "handle " + hex(operation.handle());
    boolean whole = owner.memory.evicted() == 0 && !review.isMissing();
    if (whole && owner.memory.wasInvalidated(operation.handle())) {
      finding(
          finding(RpcRdmaRules.AFTER_INVALIDATION, operation.frame(), handle + " was invalidated"));
    } else if (whole && owner.memory.rdmaSegment(operation.handle()).isPresent()) {
      finding(
          finding(
              RpcRdmaRules.OUTSIDE_SEGMENT,
              operation.frame(),
              String.format(
                  Locale.ROOT,
                  "%s is advertised, but not at 0x%016x",
                  handle,
                  operation.address())));
    } else if (whole && advertisementsSeen) {
      finding(
          finding(RpcRdmaRules.UNKNOWN_HANDLE, operation.frame(), handle + " is not advertised"));
    } else {
      // The reply may tell what the memory was for, and then takes the finding.
      subSegment.finding(
          finding(
              RpcRdmaRules.NOT_SEEN_ADVERTISED,
              operation.frame(),
              handle + " is not advertised in what was captured"));
    }
  }

  /** Compares an operation with what the memory was advertised for. */
  private void judgeAccess(RdmaOperation operation, RdmaSegment segment) {
    boolean reads = operation.kind() == RdmaOperation.Kind.READ;
    if (reads != (segment.kind() == RdmaSegment.Kind.READ)) {
      finding(
          finding(
              RpcRdmaRules.WRONG_ACCESS,
              operation.frame(),
              "an RDMA "
                  + (reads ? "Read" : "Write")
                  + " of handle "
                  + hex(operation.handle())
                  + ", which is of a "
                  + (reads ? "Write or Reply" : "Read")
                  + " chunk"));
    } else if (reads && !segment.contains(operation.address(), operation.length())) {
      finding(
          finding(
              RpcRdmaRules.OUTSIDE_SEGMENT,
              operation.frame(),
              String.format(
                  Locale.ROOT,
                  "%s read at 0x%016x, beyond segment 0x%08x of %s at 0x%016x",
                  Counted.of(operation.length(), "byte"),
                  operation.address(),
                  segment.handle(),
                  Counted.of(segment.length(), "byte"),
                  segment.offset())));
    }
  }

  @Override
  public void missed() {
    review.miss();
    advertisementsSeen = false;
  }

  @Override
  public void sendArrived(Send send) {
    if (!recognised && carried.isOther(send)) {
      ofNoMessage(send);
      return;
    }
    if (!ParsedHeader.hasXid(send.payload())) {
      ofNoMessage(send);
      missed();
      if (recognised) {
        finding(
            finding(
                RpcRdmaRules.NO_HEADER,
                send.firstFrame(),
                send.payload().length() < Integer.BYTES
                    ? "a Send of " + Counted.of(send.payload().length(), "byte") + " has no XID"
                    : "the packet with the header was not captured"));
        for (Finding each : send.findings()) {
          finding(each);
        }
      }
      return;
    }
    ParsedHeader parsed = ParsedHeader.read(send.payload());
    if (!recognised) {
      if (!StrictHeaderTest.passes(send.payload(), parsed)) {
        ofNoMessage(send);
        return;
      }
      recognised = true;
    }
    if (parsed.header().truncated()) {
      missed();
    }
    List<Finding> findings = new ArrayList<>(0);
    HeaderReview.judge(send, parsed, findings);
    review.judgeLength(send, findings);
    boolean awaited = awaitsReply(RdmaConnection.opposite(send.side()), parsed.header().xid());
    MessageRole role = HeaderReview.roleOf(send, parsed, awaited, findings);
    Optional<CallInFlight> call = Optional.empty();
    if (role == MessageRole.CALL) {
      CallInFlight same = sides[send.side()].call(parsed.header().xid());
      if (same != null && same.isRepeatedBy(send, parsed)) {
        role = MessageRole.REPEATED_CALL;
        call = Optional.of(same);
      } else {
        CallInFlight fresh = register(send, parsed, Optional.ofNullable(same), findings);
        review.judgeCall(
            send, !fresh.isBackward(), record.credits(send.side()).inFlight(), findings);
        // A reply can hand the call out before its own Send is settled.
        fresh.note(findings);
        findings.clear();
        call = Optional.of(fresh);
      }
    }
    if (role == MessageRole.REPLY || role == MessageRole.ERROR) {
      int callerSide = RdmaConnection.opposite(send.side());
      lastReplyFrame = send.lastFrame();
      if (awaited) {
        answered(callerSide, parsed.header());
      }
      if (!parsed.header().truncated()) {
        review.grant(callerSide, parsed.header().credits(), send.lastFrame(), findings);
      }
    }
    if (arrived.isEmpty()) {
      arrived = new ArrayList<>(1);
    }
    arrived.add(new Arrived(send, parsed, role, call, findings));
  }

  private void ofNoMessage(Send send) {
    FrameShares shares = run.frameShares();
    if (shares != null) {
      shares.ofNone(send);
    }
  }

  /** A call is not in flight any more as soon as its answer is on the wire. */
  private void answered(int callerSide, RpcRdmaHeader reply) {
    CallInFlight call = sides[callerSide].call(reply.xid());
    if (reply.hasCredits()) {
      record.credits(callerSide).granted(reply.credits());
    }
    if (call != null && call.isInFlight()) {
      call.landed();
      record.credits(callerSide).over();
    }
  }

  @Override
  public void sendSettled(Send send) {
    for (int i = 0; i < arrived.size(); i++) {
      if (isSame(arrived.get(i).send, send)) {
        if (send.acknowledged()) {
          run.acknowledged(record, direction(send), send);
        }
        settle(arrived.remove(i));
        return;
      }
    }
  }

  /** Sends are told apart by identity: each is one message on the wire. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Send one, Send other) {
    return one == other;
  }

  private void settle(Arrived message) {
    if (!message.send.delivered()) {
      message.findings.add(
          finding(
              RpcRdmaRules.NOT_DELIVERED.citing(connection.transport().delivery()),
              message.send.lastFrame(),
              message.send.whyNotDelivered()));
    }
    switch (message.role) {
      case CALL -> {
        if (message.call.isPresent()) {
          settleCall(message.call.get(), message);
        }
      }
      case REPEATED_CALL -> {
        if (message.call.isPresent()) {
          settleRepeat(message.call.get(), message);
        }
      }
      case REPLY -> reply(message);
      case ERROR -> error(message);
      case OTHER -> other(message);
    }
  }

  @Override
  public void finding(Finding finding) {
    if (strayFindings.isEmpty()) {
      strayFindings = new ArrayList<>(1);
    }
    if (strayFindings.size() < MOST_STRAY_FINDINGS) {
      strayFindings.add(finding);
    } else {
      run.alone(finding, connection.index());
    }
  }

  @Override
  public boolean advertises(int side, int handle, long address, long length) {
    return sides[side].memory.holds(handle, address, length);
  }

  @Override
  public boolean awaitsReply(int side, int xid) {
    return sides[side].call(xid) != null;
  }

  @Override
  public void join(ConnectionEvents other) {
    if (other instanceof RpcRdmaConnection joined) {
      take(joined.sides[RdmaConnection.FIRST], sides[RdmaConnection.SECOND]);
      take(joined.sides[RdmaConnection.SECOND], sides[RdmaConnection.FIRST]);
      arrived = both(arrived, joined.arrived);
      strayFindings = both(strayFindings, joined.strayFindings);
      recognised |= joined.recognised;
      review.join(joined.review);
      carried.join(joined.carried, recognised);
      if (!record.knowsServer() && joined.record.knowsServer()) {
        record.serverIs(RdmaConnection.opposite(joined.record.serverSide()));
      }
      takeOver(joined);
      for (Side side : sides) {
        for (CallInFlight call : side.all()) {
          run.callsInFlight().move(call, this);
          follow(call);
        }
      }
      if (joined.remembered) {
        run.answered().move(joined, this);
        run.others().move(joined, this);
        remembered = true;
      }
      lastReplyFrame = Math.max(lastReplyFrame, joined.lastReplyFrame);
      if (joined.leavesCalls) {
        run.unansweredCalls().move(joined, this);
        leavesCalls = true;
      }
      chargeOperations();
      joined.gone = true;
      run.pages().give(COST + joined.chargedOperations);
    }
  }

  private void takeOver(RpcRdmaConnection joined) {
    record.joinCredits(joined.record);
    if (joined.connection.index().isEmpty()) {
      record.join(joined.record);
      return;
    }
    // What was told under its own number stays there; its packets are counted here from now on.
    joined.connection.traffic(RdmaConnection.FIRST, new TrafficCounters());
    joined.connection.ended(
        new ConnectionEnd(ConnectionEnd.How.JOINED, OptionalInt.empty(), "", 0, 0));
    run.closed(joined.record);
  }

  private static <T> List<T> both(List<T> some, List<T> more) {
    if (some.isEmpty() || more.isEmpty()) {
      return some.isEmpty() ? more : some;
    }
    some.addAll(more);
    return some;
  }

  private static void take(Side from, Side to) {
    to.memory.absorb(from.memory);
    for (CallInFlight call : from.all()) {
      to.add(call);
    }
  }

  @Override
  public void closed(Ending ending) {
    if (gone) {
      return;
    }
    gone = true;
    run.pages().give(COST);
    for (Side side : sides) {
      for (CallInFlight call : side.all()) {
        noteUnanswered(call, ending);
        giveUp(call, ending);
      }
      if (recognised) {
        run.evictedSegments(side.memory.evicted());
      }
      side.memory.reset();
    }
    chargeOperations();
    if (leavesCalls && ending == Ending.DISCONNECTED) {
      run.unansweredCalls().ended(this);
    } else if (leavesCalls && ending == Ending.EVICTED) {
      run.unansweredCalls().removeAll(this);
    }
    if (remembered) {
      for (RpcMessage other : run.others().removeAll(this)) {
        emitAlone(other);
      }
      run.answered().removeAll(this);
    }
    for (Finding stray : strayFindings) {
      run.alone(stray, connection.index());
    }
    strayFindings = List.of();
    connection.ended(new ConnectionEnd(how(ending), OptionalInt.empty(), "", 0, 0));
    if (connection.index().isPresent() || (recognised && connection.setup().isPresent())) {
      run.closed(record);
    }
  }

  private static ConnectionEnd.How how(Ending ending) {
    return switch (ending) {
      case DISCONNECTED -> ConnectionEnd.How.REPLACED;
      case CAPTURE_ENDED -> ConnectionEnd.How.CAPTURE_END;
      case EVICTED -> ConnectionEnd.How.EVICTED;
    };
  }

  // ---- calls

  private CallInFlight register(
      Send send, ParsedHeader parsed, Optional<CallInFlight> same, List<Finding> findings) {
    if (same.isPresent()) {
      findings.add(
          finding(
              RpcRdmaRules.XID_REUSED,
              send.lastFrame(),
              "the call of frame "
                  + same.get().send.lastFrame()
                  + " with this XID is another one, and not answered"));
      giveUp(same.get(), Ending.DISCONNECTED);
    }
    Side side = sides[send.side()];
    CallInFlight call = new CallInFlight(parsed.header().xid(), send, parsed);
    if (parsed.carriesMessage()) {
      Optional<Rope> inline = parsed.inline(send.payload());
      if (inline.isPresent()) {
        call.readRpc(inline.get());
      }
    }
    if (remembered) {
      Optional<CallInFlight> answered = run.answered().get(this, send.side(), call.xid);
      if (answered.isPresent()) {
        call.compare(answered.get());
      }
    }
    int twins = 0;
    for (ReadSegment read : parsed.readList()) {
      boolean kept = read.position() == 0 || run.keepsAll();
      RdmaSegment segment = segment(RdmaSegment.Kind.READ, read.segment(), read.position(), kept);
      Optional<RdmaSegment> twin =
          twins < MOST_TWINS ? side.memory.twinOf(segment) : Optional.empty();
      if (twin.isPresent() && isListed(twin.get(), kept)) {
        twins++;
        call.listsTwice();
        call.readSegments.add(twin.get());
      } else {
        advertise(side, segment, call.readSegments, findings);
      }
    }
    for (WriteChunk chunk : parsed.writeList()) {
      List<RdmaSegment> segments = new ArrayList<>(chunk.segments().size());
      for (ChunkSegment each : chunk.segments()) {
        advertise(
            side, segment(RdmaSegment.Kind.WRITE, each, 0, run.keepsAll()), segments, findings);
      }
      call.writeChunks.add(segments);
    }
    if (parsed.replyChunk().isPresent()) {
      for (ChunkSegment each : parsed.replyChunk().get().segments()) {
        advertise(
            side, segment(RdmaSegment.Kind.REPLY, each, 0, true), call.replySegments, findings);
      }
    }
    for (RdmaSegment segment : call.segments()) {
      segment.advertisedBy(call);
    }
    follow(call);
    call.countReads();
    side.add(call);
    CreditUse credits = record.credits(call.side());
    credits.called(parsed.header().hasCredits() ? parsed.header().credits() : credits.asked());
    run.callsInFlight().add(call, this);
    return call;
  }

  /** Whether a segment is one of the Read list that is being registered, and will do twice. */
  private static boolean isListed(RdmaSegment segment, boolean kept) {
    return segment.call() == null
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

  private void advertise(
      Side side, RdmaSegment segment, List<RdmaSegment> into, List<Finding> findings) {
    into.add(segment);
    for (RdmaSegment replaced : side.memory.addRdmaSegment(segment)) {
      CallInFlight call = replaced.call();
      if (call == null) {
        replaced.overlaid();
        run.evictedSegments(1);
      } else if (call.owner != null) {
        findings.add(
            finding(
                RpcRdmaRules.HANDLE_REPLACED,
                call.send.lastFrame(),
                "handle "
                    + hex(segment.handle())
                    + " was still advertised by the call with XID "
                    + hex(call.xid)));
        if (!call.isWhole()) {
          giveUp(call, Ending.DISCONNECTED);
        }
      }
    }
  }

  private void settleCall(CallInFlight call, Arrived message) {
    call.note(message.findings);
    call.settle();
    if (call.isForgotten()) {
      return;
    }
    if (!call.send.delivered()) {
      giveUp(call, Ending.DISCONNECTED);
    } else {
      emitWhenWhole(call);
    }
  }

  private void settleRepeat(CallInFlight call, Arrived message) {
    call.repeatedBy(message.send, message.findings);
    RpcMessage first = call.message;
    if (first != null) {
      emitRepeats(call, first);
    }
  }

  /** Has the call's Read segments tell this connection when their bytes were seen. */
  private void follow(CallInFlight call) {
    for (RdmaSegment segment : call.readSegments) {
      segment.whenComplete(new Progress(call));
    }
  }

  /** Another Read segment of a call is complete. */
  private final class Progress implements Runnable {
    private final CallInFlight call;

    Progress(CallInFlight call) {
      this.call = call;
    }

    @Override
    public void run() {
      call.countReads();
      emitWhenWhole(call);
    }
  }

  private void emitWhenWhole(CallInFlight call) {
    if (call.isSettled() && call.isWhole() && !call.isEmitted()) {
      emitCall(call, new NotCapturedOrRefused(call));
    }
  }

  /** Hands out a call that gets no reply, or none that belongs to it. */
  private void giveUp(CallInFlight call, Ending ending) {
    RpcMessage message = call.message;
    if (message == null) {
      message = emitCall(call, reasonAtEnd(call, ending));
    }
    record.unanswered();
    if (ending != Ending.EVICTED) {
      boolean over = gone && ending == Ending.DISCONNECTED;
      run.unansweredCalls().add(call, over ? null : this, call.send.lastFrame());
    } else if (call.isRemembered()) {
      // Its answer would not be known as that.
      run.unansweredCalls().remove(call);
    }
    run.emit(
        new RpcExchange(
            call.xid,
            message.connection(),
            Optional.of(message),
            Optional.empty(),
            Optional.empty(),
            transfersWithoutReply(call, message),
            call.exchangeFindings()));
    forget(call);
  }

  /** Notes that a call was not answered, if the capture shows that. */
  private void noteUnanswered(CallInFlight call, Ending ending) {
    if (ending == Ending.EVICTED || review.isMissing()) {
      return;
    }
    call.noteOfExchange(
        finding(
            ending == Ending.DISCONNECTED ? RpcRdmaRules.NO_REPLY : RpcRdmaRules.IN_FLIGHT_AT_END,
            call.send.lastFrame(),
            ending == Ending.DISCONNECTED
                ? "the connection ended without a reply"
                : "the capture ended without a reply"));
  }

  /** What moved for a call that has no reply to list it: results may have been on their way. */
  private static List<RdmaTransfer> transfersWithoutReply(CallInFlight call, RpcMessage message) {
    List<RdmaTransfer> transfers = new ArrayList<>(message.transfers());
    for (RdmaSegment segment : call.segments()) {
      for (RdmaSubSegment moved : segment.subSegments()) {
        if (segment.kind() != RdmaSegment.Kind.READ) {
          transfers.add(moved.summary());
        }
      }
    }
    transfers.sort(Draft.BY_FIRST_FRAME);
    return transfers;
  }

  /** Gives up a call for which there is no room. */
  void evict(CallInFlight call) {
    missed();
    giveUp(call, Ending.EVICTED);
  }

  private void forget(CallInFlight call) {
    Side side = sides[call.side()];
    if (call.isInFlight()) {
      call.landed();
      record.credits(call.side()).over();
    }
    call.forget();
    side.remove(call);
    run.callsInFlight().remove(call);
    for (RdmaSegment segment : call.segments()) {
      side.memory.deleteRdmaSegment(segment);
      segment.retire();
    }
    chargeOperations();
  }

  private static RdmaSegment.ReasonForHole reasonAtEnd(CallInFlight call, Ending ending) {
    return switch (ending) {
      case CAPTURE_ENDED -> new NotCapturedOrRefused(call);
      case EVICTED -> EVICTED;
      case DISCONNECTED -> new PassedOrLost(call);
    };
  }

  /** What was read behind a byte says that the byte was read too. */
  private record PassedOrLost(CallInFlight call) implements RdmaSegment.ReasonForHole {
    @Override
    public Absence of(long address) {
      return call.wasPassed(address) ? Absence.NOT_CAPTURED : Absence.LOST;
    }
  }

  /** Nothing says that it did not arrive but the refusal of the Read that asked for it. */
  private record NotCapturedOrRefused(CallInFlight call) implements RdmaSegment.ReasonForHole {
    @Override
    public Absence of(long address) {
      return call.wasRefused(address) && !call.wasPassed(address)
          ? Absence.LOST
          : Absence.NOT_CAPTURED;
    }
  }

  private RpcMessage emitCall(CallInFlight call, RdmaSegment.ReasonForHole reason) {
    Draft draft = new Draft(call.send, call.parsed);
    draft.findings.addAll(call.findings());
    Optional<Rope> base =
        call.parsed.carriesMessage()
            ? call.parsed.inline(call.send.payload())
            : positionZero(call, reason);
    if (base.isPresent()) {
      draft.stream = insertReads(call, base.get(), reason, draft);
    }
    if (!call.parsed.carriesMessage()) {
      call.readRpc(draft.stream);
    }
    if (base.isPresent()) {
      call.digest(base.get());
    }
    if (run.takesContent() && base.isPresent()) {
      ReadChunkReview.judge(run.decoder(), call, draft);
    }
    for (RdmaSegment segment : call.distinctReads()) {
      draft.moved(segment);
    }
    draft.readChunks = call.readChunksWithTransfers();
    if (!call.parsed.header().malformed() && call.send.delivered()) {
      compareWithOtherConnections(call, draft);
      draft.rpc =
          Optional.of(
              call.summary(draft.stream, base.isPresent() && call.send.endSeen(), run.digests()));
    }
    noteServer(call);
    RpcMessage message = emit(draft);
    emitRepeats(call, message);
    keepShort(call, message);
    return message;
  }

  /** Notes if it was sent before over another connection, and not answered there. */
  private void compareWithOtherConnections(CallInFlight call, Draft draft) {
    IpAddress client = connection.endpoint(call.side()).address();
    IpAddress server = connection.endpoint(RdmaConnection.opposite(call.side())).address();
    if (connection.index().isEmpty()) {
      run.callsInFlight().tellOfOthers(client, server, run.unansweredCalls());
    }
    if (run.unansweredCalls().isEmpty() || call.isRepeat() || call.rpc().isEmpty()) {
      return;
    }
    Optional<UnansweredCalls.Sent> first =
        run.unansweredCalls().find(call, draft.stream.length(), client, server, this);
    if (first.isPresent()) {
      call.repeats(first.get());
      draft.findings.add(
          finding(
              RpcRdmaRules.REPEATED,
              call.send.lastFrame(),
              "repeats the call of message "
                  + first.get().number()
                  + ", which went without results on connection "
                  + first.get().connection()));
    }
  }

  /** Keeps of a call that was handed out what its exchange will need, and no bytes. */
  private void keepShort(CallInFlight call, RpcMessage message) {
    for (RdmaSegment segment : call.readSegments) {
      segment.release();
    }
    if (run.keepsStreams()) {
      call.message = message;
    } else {
      call.message = run.untilAnswered(message);
      long inline = call.send.payload().present();
      run.callsInFlight().shrink(call, Math.max(0, inline - call.message.stream().present()));
      call.send.release();
    }
  }

  private static Optional<Rope> positionZero(CallInFlight call, RdmaSegment.ReasonForHole reason) {
    return call.parsed.header().truncated()
        ? Optional.empty()
        : Optional.of(concatenate(call.readSegmentsAt(0), reason));
  }

  private static Rope insertReads(
      CallInFlight call, Rope reduced, RdmaSegment.ReasonForHole reason, Draft draft) {
    MovedBy rest = call.parsed.carriesMessage() ? MovedBy.INLINE : MovedBy.POSITION_ZERO;
    MessageStream stream = new MessageStream(reduced, rest, MovedBy.READ_CHUNK);
    for (long position : call.positions()) {
      if (position != 0 || call.parsed.carriesMessage()) {
        if (!stream.rebuiltUpTo(position)) {
          draft.findings.add(
              finding(
                  RpcRdmaRules.BAD_POSITION,
                  call.send.lastFrame(),
                  "a Read chunk at position " + position + " is not inside of the message"));
        }
        stream.chunk(concatenate(call.readSegmentsAt(position), reason));
      }
    }
    Rope whole = stream.finish();
    draft.layout = stream.layout();
    return whole;
  }

  private void emitRepeats(CallInFlight call, RpcMessage first) {
    for (CallInFlight.Repeat each : call.takeRepeats()) {
      Send repeat = each.send();
      Draft draft = new Draft(repeat, call.parsed);
      draft.findings.addAll(each.findings());
      draft.findings.add(
          finding(
              RpcRdmaRules.REPEATED,
              repeat.lastFrame(),
              "repeats the call of message " + first.number()));
      draft.stream = first.stream();
      draft.layout = first.layout();
      draft.rpc = first.rpc().map(rpc -> rpc.asRepeatOf(first.number()));
      emit(draft);
    }
  }

  private void noteServer(CallInFlight call) {
    if (!record.knowsServer()) {
      record.serverIs(call.isBackward() ? call.side() : RdmaConnection.opposite(call.side()));
    }
  }

  private static Rope concatenate(List<RdmaSegment> segments, RdmaSegment.ReasonForHole reason) {
    Rope.Builder rope = Rope.builder();
    for (RdmaSegment segment : segments) {
      rope.add(segment.bytes(segment.offset(), segment.length(), reason));
    }
    return rope.build();
  }

  // ---- replies

  /** Whether a reply says that the call was not carried out: clients may try it again. */
  private static boolean isRefusal(RpcMessage reply) {
    return reply.rpc().isPresent()
        && reply.rpc().get().status().isPresent()
        && !reply.rpc().get().status().get().equals(RpcStatusCode.SUCCESS.name());
  }

  private void reply(Arrived message) {
    Send send = message.send;
    int callerSide = RdmaConnection.opposite(send.side());
    Side caller = sides[callerSide];
    int xid = message.parsed.header().xid();
    @Nullable CallInFlight call = caller.call(xid);
    if (!send.delivered()) {
      notDelivered(message, Optional.ofNullable(call));
      return;
    }
    @Nullable CallInFlight answered =
        call == null ? run.answered().get(this, callerSide, xid).orElse(null) : null;
    if (call != null && !call.isEmitted()) {
      emitCall(call, new NotCapturedOrRefused(call));
    }
    if (!record.knowsServer()) {
      record.serverIs(send.side());
    }
    Draft draft = message.draft();
    Optional<CallInFlight> of = Optional.ofNullable(call != null ? call : answered);
    invalidate(send, caller, of, draft);
    ReplyBuilder builder =
        new ReplyBuilder(
            run,
            draft,
            of,
            caller.memory,
            send.acknowledged() || of.isEmpty(),
            send.acknowledged() && !review.isMissing());
    builder.build(answered != null);
    if (of.isEmpty()) {
      draft.findings.add(
          review.isWhole() && run.others().get(this, callerSide, xid).isEmpty()
              ? finding(RpcRdmaRules.NO_CALL, send.lastFrame(), "there is no call with this XID")
              : finding(
                  RpcRdmaRules.CALL_NOT_CAPTURED, send.lastFrame(), "the call was not captured"));
    }
    RpcMessage emitted = emit(draft);
    if (call != null) {
      if (isRefusal(emitted)) {
        run.unansweredCalls().add(call, this, send.lastFrame());
      } else if (call.isRemembered()) {
        run.unansweredCalls().remove(call);
      }
      answer(call, emitted, builder.timing());
    } else if (answered == null) {
      run.emit(
          new RpcExchange(
              xid,
              emitted.connection(),
              Optional.empty(),
              Optional.of(emitted),
              Optional.empty(),
              emitted.transfers(),
              List.of()));
    }
  }

  private void notDelivered(Arrived message, Optional<CallInFlight> call) {
    RpcMessage emitted = emit(message.draft());
    if (call.isPresent()) {
      call.get()
          .noteOfExchange(
              finding(
                  RpcRdmaRules.NOT_DELIVERED.citing(connection.transport().delivery()),
                  emitted.sendFrame(),
                  "the reply of message "
                      + emitted.number()
                      + ": "
                      + message.send.whyNotDelivered()));
    } else {
      emitAlone(emitted);
    }
  }

  private void invalidate(Send send, Side owner, Optional<CallInFlight> call, Draft draft) {
    OptionalInt named = send.invalidates();
    if (named.isEmpty()) {
      return;
    }
    int handle = named.getAsInt();
    if (review.forbidsInvalidation(RdmaConnection.opposite(send.side()))) {
      draft.findings.add(
          finding(
              RpcRdmaRules.INVALIDATION_NOT_ALLOWED,
              send.lastFrame(),
              "handle " + hex(handle) + " of a peer that does not support Remote Invalidation"));
    }
    boolean advertised = owner.memory.invalidate(handle);
    if (call.isPresent() && !call.get().parsed.header().truncated()) {
      if (!call.get().parsed.lists(handle)) {
        draft.findings.add(
            finding(
                RpcRdmaRules.INVALIDATES_OTHER,
                send.lastFrame(),
                "handle " + hex(handle) + " is not of the call that this answers"));
      }
    } else if (!advertised && advertisementsSeen && owner.memory.evicted() == 0) {
      draft.findings.add(
          finding(
              RpcRdmaRules.INVALIDATES_UNKNOWN,
              send.lastFrame(),
              "handle " + hex(handle) + " is not advertised"));
    }
  }

  private void answer(CallInFlight call, RpcMessage reply, Optional<RdmaTiming> timing) {
    List<RdmaTransfer> transfers = new ArrayList<>(reply.transfers());
    @Nullable RpcMessage message = call.message;
    if (message != null) {
      transfers.addAll(0, message.transfers());
    }
    run.emit(
        new RpcExchange(
            call.xid,
            reply.connection(),
            Optional.ofNullable(message),
            Optional.of(reply),
            timing,
            transfers,
            call.exchangeFindings()));
    call.answeredBy = OptionalLong.of(reply.number());
    if (message != null && message.stream().length() > 0) {
      // Its bytes were handed out.
      call.message = run.kept(message);
    }
    forget(call);
    remembered = true;
    run.answered().put(this, call.side(), call.xid, call, call.cost());
  }

  // ---- all else

  private void error(Arrived message) {
    int callerSide = RdmaConnection.opposite(message.send.side());
    int xid = message.parsed.header().xid();
    @Nullable CallInFlight call = sides[callerSide].call(xid);
    if (call != null && !call.isEmitted()) {
      emitCall(call, new PassedOrLost(call));
    }
    @Nullable RpcMessage cause =
        call != null ? call.message : run.others().remove(this, callerSide, xid).orElse(null);
    String code =
        message.parsed.header().error().map(RdmaError::codeName).orElse("error without a code");
    message.findings.add(
        finding(
            RpcRdmaRules.ERROR_ANSWER,
            message.send.lastFrame(),
            cause == null
                ? code + " answers no captured message"
                : code + " answers message " + cause.number() + " of frame " + cause.sendFrame()));
    RpcMessage emitted = emit(message.draft());
    if (call != null) {
      run.unansweredCalls().add(call, this, message.send.lastFrame());
      answer(call, emitted, Optional.empty());
    } else {
      run.emit(
          new RpcExchange(
              xid,
              emitted.connection(),
              Optional.ofNullable(cause),
              Optional.of(emitted),
              Optional.empty(),
              List.of(),
              List.of()));
    }
  }

  private void other(Arrived message) {
    RpcMessage emitted = emit(message.draft());
    remembered = true;
    for (RpcMessage oldest :
        run.others()
            .put(
                this,
                message.send.side(),
                message.parsed.header().xid(),
                run.kept(emitted),
                CallsInFlight.cost(message.parsed.segments()))) {
      emitAlone(oldest);
    }
  }

  /** Hands out the exchange of a message that nothing answers and that answers nothing. */
  private void emitAlone(RpcMessage message) {
    boolean forward = message.direction() == Direction.FORWARD;
    run.emit(
        new RpcExchange(
            message.header().xid(),
            message.connection(),
            forward ? Optional.of(message) : Optional.empty(),
            forward ? Optional.empty() : Optional.of(message),
            Optional.empty(),
            message.transfers(),
            List.of()));
  }

  private RpcMessage emit(Draft draft) {
    if (run.reusesPages() && !draft.transfers.isEmpty()) {
      draft.stream = draft.stream.withoutBytes(Absence.NOT_KEPT);
    }
    draft.findings.addAll(strayFindings);
    strayFindings = List.of();
    draft.content = run.content(draft);
    OptionalInt known = connection.index();
    int index;
    if (known.isPresent()) {
      index = known.getAsInt();
    } else {
      index = run.nextConnection();
      connection.index(index);
      run.opened(record);
    }
    RpcMessage message = draft.message(run.nextMessage(), connection, index, direction(draft.send));
    FrameShares shares = run.frameShares();
    if (shares != null) {
      shares.emitted(message, draft);
    }
    record.count(message);
    run.emit(message);
    return message;
  }

  private Direction direction(Send send) {
    return send.side() == record.serverSide() ? Direction.BACKWARD : Direction.FORWARD;
  }

  static Finding finding(Rule rule, long frame, String message) {
    return new Finding(rule, frame, -1, message);
  }

  static String hex(int value) {
    String digits = Integer.toHexString(value);
    return "0x" + "0".repeat(2 * Integer.BYTES - digits.length()) + digits;
  }
}
