package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.List;
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
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rdma.SettledBy;
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

  /** What a connection holds, its directions at the transport aside. */
  private static final int COST = 1100;

  /** What an operation holds that is listed of a segment. */
  private static final int OPERATION_COST = 150;

  /** What a handle without advertisement holds. */
  private static final int HANDLE_COST = 250;

  /**
   * What a listed segment holds in the header of a Send that is not settled; a call has its own.
   */
  private static final int LISTED_COST = 100;

  private final RunState run;
  private final RdmaConnection connection;
  private final ConnectionSide[] sides;
  // Immutable while empty: there may be ten thousand connections.
  private List<ArrivedSend> arrived = List.of();

  /** Segments that those list which are no calls. */
  private long listed;

  private List<Finding> strayFindings = List.of();

  private boolean recognised;

  private final CarriedProtocol carried;

  /** Whether the run ever remembered an answered call or another message of this connection. */
  private boolean remembered;

  private final ConnectionRecord record;

  /** Whether the ends keep to what they said of themselves. */
  private final PeerReview review;

  private final AccessReview access;

  /** Where frames are shown, what they carry. */
  private final @Nullable FrameShares shares;

  private boolean gone;

  /** Whether the run remembers calls of it that may come again over another connection. */
  private boolean leavesCalls;

  /** Frame of the latest reply or RDMA_ERROR, 0 if there was none. */
  private long lastReplyFrame;

  private long chargedOperations;

  /** Whether a call is being given up because there is no room for it. */
  private boolean evicting;

  RpcRdmaConnection(RunState run, RdmaConnection connection) {
    this.run = run;
    this.carried = new CarriedProtocol(run);
    run.pages().charge(COST);
    this.sides =
        new ConnectionSide[] {new ConnectionSide(run.pages()), new ConnectionSide(run.pages())};
    this.connection = connection;
    this.record = new ConnectionRecord(connection);
    this.review = new PeerReview(record);
    this.recognised = isForNfs(connection) || record.saysRpcRdma();
    if (!recognised) {
      carried.isToldBy(connection);
    }
    connection.shortenPrivateData();
    this.shares = run.frameShares(connection.transport());
    this.access =
        new AccessReview(review, recognised && connection.recognition() != Recognition.INFERRED);
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
    run.other().operation();
    ConnectionSide owner = sides[RdmaConnection.opposite(operation.initiator())];
    if (run.pages().isOver()) {
      owner.memory.forgetUnknown();
    }
    RdmaSubSegment subSegment = owner.memory.addRdmaOperation(operation, !run.pages().isOver());
    if (run.keepsFragments()) {
      subSegment.keepFragments(run.pages());
    }
    CallInFlight call = subSegment.segment().call();
    if (call != null) {
      call.send.proven();
    }
    chargeTables();
    if (recognised) {
      Optional<Finding> wrong = access.judge(operation, owner.memory, subSegment);
      if (wrong.isPresent()) {
        finding(wrong.get());
      }
    }
    return shares == null ? subSegment : shares.follow(subSegment, operation);
  }

  /**
   * Charges what the tables of memory and the headers of Sends that are not settled hold more or
   * less than when that was last done.
   */
  private void chargeTables() {
    long now =
        cost(sides[RdmaConnection.FIRST])
            + cost(sides[RdmaConnection.SECOND])
            + listed * LISTED_COST;
    if (now != chargedOperations) {
      run.pages().charge(now - chargedOperations);
      chargedOperations = now;
    }
  }

  private static long cost(ConnectionSide side) {
    return (long) side.memory.operations() * OPERATION_COST
        + (long) side.memory.unknownHandles() * HANDLE_COST;
  }

  @Override
  public void missed() {
    review.miss();
    access.miss();
  }

  @Override
  public void sentAgain(int side, long from, long to, long frame) {
    if (shares != null) {
      shares.sentAgain(side, from, to, frame);
    }
  }

  @Override
  public void sendArrived(Send send) {
    if (shares != null) {
      shares.arrived(send);
    }
    run.other().send();
    if (!recognised && carried.isOther(send)) {
      ofNoMessage(send);
      return;
    }
    if (!ParsedHeader.hasXid(send.payload())) {
      ofNoMessage(send);
      missed();
      if (recognised) {
        finding(
            send.payload().length() < Integer.BYTES
                ? finding(
                    RpcRdmaRules.MALFORMED_HEADER,
                    send.firstFrame(),
                    "a Send of " + Counted.of(send.payload().length(), "byte") + " has no XID")
                : finding(
                    RpcRdmaRules.NO_HEADER,
                    send.firstFrame(),
                    "the packet with the header was not captured"));
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
        CreditUse credits = record.credits(send.side());
        if (!review.judgeCall(send, !fresh.isBackward(), credits.inFlight(), findings)) {
          credits.overrun();
        }
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
      ended(send, callerSide, parsed);
      if (!parsed.header().truncated()) {
        review.grant(callerSide, parsed.header().credits(), send.lastFrame(), findings);
      }
    }
    if (arrived.isEmpty()) {
      arrived = new ArrayList<>(1);
    }
    add(new ArrivedSend(send, parsed, role, call, findings));
  }

  private void add(ArrivedSend message) {
    arrived.add(message);
    if (message.listed() > 0) {
      listed += message.listed();
      chargeTables();
    }
  }

  private ArrivedSend removeArrived(int index) {
    ArrivedSend message = arrived.remove(index);
    if (!gone && message.listed() > 0) {
      listed -= message.listed();
      chargeTables();
    }
    return message;
  }

  private void ofNoMessage(Send send) {
    if (shares != null) {
      shares.ofNone(send);
    }
  }

  /** Memory that a reply is about is not used for its call behind it. */
  private void ended(Send send, int callerSide, ParsedHeader parsed) {
    ConnectionSide caller = sides[callerSide];
    CallInFlight call = caller.call(parsed.header().xid());
    long reply = send.order();
    if (reply == SentOrder.NONE) {
      return;
    }
    if (call != null) {
      call.window.close(reply);
      for (RdmaSegment segment : call.segments()) {
        caller.uses.ended(segment, call.window.turn);
        caller.memory.adopt(segment, call.window);
      }
      chargeTables();
    } else if (run.answered().get(this, callerSide, parsed.header().xid()).isEmpty()
        && !caller.uses.replied(parsed.header().xid(), reply)) {
      caller.strayReply(reply, !parsed.header().truncated() && parsed.header().error().isEmpty());
      Turn turn = Turn.ofReply(parsed.header().xid(), reply);
      for (ChunkSegment listed : parsed.allSegments()) {
        caller.uses.ended(listed, turn);
        caller.memory.freed(listed, reply);
      }
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
      call.send.proven();
      record.credits(callerSide).over();
    }
  }

  @Override
  public boolean lacksData(Send send) {
    for (int i = 0; i < arrived.size(); i++) {
      ArrivedSend message = arrived.get(i);
      if (isSame(message.send(), send)) {
        return message.role() == MessageRole.REPLY && lacksData(message.parsed(), send);
      }
    }
    return false;
  }

  private boolean lacksData(ParsedHeader reply, Send send) {
    int callerSide = RdmaConnection.opposite(send.side());
    CallInFlight call = sides[callerSide].call(reply.header().xid());
    if (call == null) {
      return run.answered().get(this, callerSide, reply.header().xid()).isEmpty();
    }
    for (RdmaSegment segment : call.segments()) {
      sides[callerSide].memory.adopt(segment, call.window);
    }
    if (!call.isEmitted()) {
      for (RdmaSegment segment : call.readSegments) {
        if (segment.lacks(segment.length())) {
          return true;
        }
      }
    }
    for (int i = 0; i < Math.min(call.writeChunks.size(), reply.writeList().size()); i++) {
      if (lacks(call.writeChunks.get(i), reply.writeList().get(i))) {
        return true;
      }
    }
    return reply.replyChunk().isPresent() && lacks(call.replySegments, reply.replyChunk().get());
  }

  private static boolean lacks(List<RdmaSegment> memory, WriteChunk used) {
    for (int i = 0; i < Math.min(memory.size(), used.segments().size()); i++) {
      RdmaSegment segment = memory.get(i);
      if (!segment.isPad() && segment.lacks(used.segments().get(i).length())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void sendSettled(Send send) {
    for (int i = 0; i < arrived.size(); i++) {
      if (isSame(arrived.get(i).send(), send)) {
        if (send.acknowledged()) {
          run.acknowledged(record, direction(send), send);
        }
        settle(removeArrived(i));
        return;
      }
    }
  }

  /** Sends are told apart by identity: each is one message on the wire. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Send one, Send other) {
    return one == other;
  }

  private void settle(ArrivedSend message) {
    if (!message.send().delivered()) {
      message
          .findings()
          .add(
              finding(
                  RpcRdmaRules.NOT_DELIVERED.citing(connection.transport().delivery()),
                  message.send().lastFrame(),
                  message.send().whyNotDelivered()));
    }
    switch (message.role()) {
      case CALL -> {
        if (message.call().isPresent()) {
          settleCall(message.call().get(), message);
        }
      }
      case REPEATED_CALL -> {
        if (message.call().isPresent()) {
          settleRepeat(message.call().get(), message);
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
      sides[RdmaConnection.SECOND].join(joined.sides[RdmaConnection.FIRST]);
      sides[RdmaConnection.FIRST].join(joined.sides[RdmaConnection.SECOND]);
      arrived = both(arrived, joined.arrived);
      listed += joined.listed;
      strayFindings = both(strayFindings, joined.strayFindings);
      if (shares != null && joined.shares != null) {
        shares.join(joined.shares);
      }
      recognised |= joined.recognised;
      review.join(joined.review);
      carried.join(joined.carried, recognised);
      if (!record.knowsServer() && joined.record.knowsServer()) {
        record.serverIs(RdmaConnection.opposite(joined.record.serverSide()));
      }
      takeOver(joined);
      for (ConnectionSide side : sides) {
        for (CallInFlight call : side.all()) {
          call.window.move(connection, side);
          run.callsInFlight().move(call, this);
          follow(call);
        }
      }
      joinUses();
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
      chargeTables();
      joined.gone = true;
      run.pages().give(COST + joined.chargedOperations);
    }
  }

  /** A call, its reply, and the use of its memory before it may have been in different halves. */
  private void joinUses() {
    for (ArrivedSend message : arrived) {
      if (message.role() == MessageRole.REPLY) {
        int callerSide = RdmaConnection.opposite(message.send().side());
        CallInFlight call = sides[callerSide].call(message.parsed().header().xid());
        if (call != null && !call.window.isClosed()) {
          answerLate(call, message);
        }
      }
    }
    for (ConnectionSide side : sides) {
      for (CallInFlight call : side.all()) {
        for (RdmaSegment segment : call.segments()) {
          side.uses.tell(segment, call.window);
        }
      }
    }
  }

  /** A call is there whose reply was captured before. */
  private void answerLate(CallInFlight call, ArrivedSend reply) {
    sides[call.side()].callCameLate(reply.send().order());
    answered(call.side(), reply.parsed().header());
    ended(reply.send(), call.side(), reply.parsed());
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

  @Override
  public void closed(Ending ending) {
    if (gone) {
      return;
    }
    gone = true;
    run.pages().give(COST);
    for (ConnectionSide side : sides) {
      for (CallInFlight call : side.all()) {
        noteUnanswered(call, ending);
        giveUp(call, ending);
      }
      if (recognised) {
        run.evictedSegments(side.memory.evicted());
      }
      side.memory.reset();
    }
    listed = 0;
    chargeTables();
    if (leavesCalls && ending == Ending.DISCONNECTED) {
      run.unansweredCalls().ended(this);
    } else if (leavesCalls && ending == Ending.EVICTED) {
      run.unansweredCalls().removeAll(this);
    }
    if (remembered) {
      for (RpcMessage other : run.others().removeAll(this)) {
        run.emit(Exchanges.alone(other));
      }
      run.answered().removeAll(this);
    }
    if (shares != null) {
      shares.finish();
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
    ConnectionSide side = sides[send.side()];
    Optional<ArrivedSend> reply = waitingReply(send, parsed);
    long awaited = reply.isPresent() ? reply.get().send().order() : SentOrder.NONE;
    CallInFlight call =
        new CallInFlight(
            parsed.header().xid(),
            send,
            parsed,
            new Window(parsed.header().xid(), send, connection, side, awaited));
    side.called(send.order());
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
    new AdvertisedMemory(run, side, this, findings).add(call, parsed);
    follow(call);
    call.countReads();
    side.add(call);
    CreditUse credits = record.credits(call.side());
    credits.called(parsed.header().hasCredits() ? parsed.header().credits() : credits.asked());
    run.callsInFlight().add(call, this);
    if (reply.isPresent()) {
      answerLate(call, reply.get());
    }
    return call;
  }

  /** The reply to a call that was captured behind it. */
  private Optional<ArrivedSend> waitingReply(Send send, ParsedHeader parsed) {
    for (ArrivedSend message : arrived) {
      if (message.role() == MessageRole.REPLY
          && message.send().side() != send.side()
          && message.send().order() != SentOrder.NONE
          && message.parsed().header().xid() == parsed.header().xid()) {
        return Optional.of(message);
      }
    }
    return Optional.empty();
  }

  /** Takes note that memory of a call is advertised anew: no more data of it comes. */
  void replaced(CallInFlight call) {
    if (!call.isWhole()) {
      giveUp(call, Ending.DISCONNECTED);
    }
  }

  private void settleCall(CallInFlight call, ArrivedSend message) {
    call.note(message.findings());
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

  private void settleRepeat(CallInFlight call, ArrivedSend message) {
    call.repeatedBy(message.send(), message.findings());
    RpcMessage first = call.message;
    if (first != null) {
      emitRepeats(call, first);
    }
  }

  /** Has the call's Read segments tell this connection when their bytes were seen. */
  private void follow(CallInFlight call) {
    if (!call.readSegments.isEmpty()) {
      Progress progress = new Progress(call);
      for (RdmaSegment segment : call.readSegments) {
        segment.whenComplete(progress);
      }
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
      for (RdmaSegment segment : call.distinctReads()) {
        segment.decide(false);
      }
      putOut(call, new WhyUnread.NotCapturedOrRefused(call));
    }
  }

  /** Hands out a call that gets no reply, or none that belongs to it. */
  private void giveUp(CallInFlight call, Ending ending) {
    RpcMessage message = call.message;
    if (message == null) {
      message = emitCall(call, WhyUnread.atEnd(call, ending));
    }
    List<RdmaSegment> segments = call.segments();
    for (RdmaSegment segment : segments) {
      segment.decide(true);
    }
    if (!gone) {
      sides[call.side()].uses.ended(segments, call.window.turn);
    }
    record.unanswered();
    List<Finding> ofMemory = new ArrayList<>(0);
    call.takeFindingsOfMemory(ofMemory);
    for (Finding each : ofMemory) {
      call.noteOfExchange(each);
    }
    if (ending != Ending.EVICTED) {
      boolean over = gone && ending == Ending.DISCONNECTED;
      run.unansweredCalls().add(call, over ? null : this, call.send.lastFrame());
    } else if (call.isRemembered()) {
      // Its answer would not be known as that.
      run.unansweredCalls().remove(call);
    }
    run.emit(Exchanges.withoutReply(call, message));
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

  /** Gives up a call for which there is no room. */
  void evict(CallInFlight call) {
    missed();
    evicting = true;
    giveUp(call, Ending.EVICTED);
    evicting = false;
    for (int i = 0; i < arrived.size(); i++) {
      if (arrived.get(i).begins(call)) {
        arrived.set(i, arrived.get(i).withoutCall());
        return;
      }
    }
  }

  private void forget(CallInFlight call) {
    ConnectionSide side = sides[call.side()];
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
    call.window.retire();
    chargeTables();
  }

  private RpcMessage emitCall(CallInFlight call, RdmaSegment.ReasonForHole reason) {
    for (RdmaSegment segment : call.distinctReads()) {
      segment.decide(true);
    }
    return putOut(call, reason);
  }

  private RpcMessage putOut(CallInFlight call, RdmaSegment.ReasonForHole reason) {
    CallBuilder builder = new CallBuilder(run, call, reason);
    builder.build();
    Draft draft = builder.draft();
    if (call.isInFlight()) {
      // It is given up before anything proves it.
      draft.unsettled = evicting ? SettledBy.LIMIT : SettledBy.END;
    }
    if (builder.isRpc()) {
      compareWithOtherConnections(call, draft);
      builder.summarise();
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
      run.callsInFlight().shrink(call, inline - call.message.stream().present());
      call.send.release();
    }
  }

  private void emitRepeats(CallInFlight call, RpcMessage first) {
    for (CallInFlight.Repeat each : call.takeRepeats()) {
      emit(CallBuilder.repeat(call, each, first));
    }
  }

  private void noteServer(CallInFlight call) {
    if (!record.knowsServer()) {
      record.serverIs(call.isBackward() ? call.side() : RdmaConnection.opposite(call.side()));
    }
  }

  // ---- replies

  /** Whether a reply says that the call was not carried out: clients may try it again. */
  private static boolean isRefusal(RpcMessage reply) {
    return reply.rpc().isPresent()
        && reply.rpc().get().status().isPresent()
        && !reply.rpc().get().status().get().equals(RpcStatusCode.SUCCESS.name());
  }

  private void reply(ArrivedSend message) {
    Send send = message.send();
    int callerSide = RdmaConnection.opposite(send.side());
    ConnectionSide caller = sides[callerSide];
    int xid = message.parsed().header().xid();
    @Nullable CallInFlight call = caller.call(xid);
    if (!send.delivered()) {
      notDelivered(message, Optional.ofNullable(call));
      return;
    }
    @Nullable CallInFlight answered =
        call == null ? run.answered().get(this, callerSide, xid).orElse(null) : null;
    if (call != null && !call.isEmitted()) {
      emitCall(call, new WhyUnread.NotCapturedOrRefused(call));
    }
    if (!record.knowsServer()) {
      record.serverIs(send.side());
    }
    Draft draft = message.draft();
    Optional<CallInFlight> of = Optional.ofNullable(call != null ? call : answered);
    OptionalInt invalidated = send.invalidates();
    if (invalidated.isPresent()) {
      int handle = invalidated.getAsInt();
      boolean advertised = caller.memory.invalidate(handle);
      access.judgeInvalidation(send, handle, advertised, caller.memory, of, draft.findings);
    }
    ReplyBuilder builder =
        new ReplyBuilder(
            run,
            draft,
            of,
            caller,
            connection.order(send.side()),
            send.acknowledged() || of.isEmpty(),
            send.acknowledged() && !review.isMissing() && wasSeenFromCall(of));
    builder.build(answered != null);
    if (of.isEmpty()) {
      draft.findings.add(
          review.isWhole() && run.others().get(this, callerSide, xid).isEmpty()
              ? finding(RpcRdmaRules.NO_CALL, send.lastFrame(), "there is no call with this XID")
              : finding(
                  RpcRdmaRules.CALL_NOT_CAPTURED, send.lastFrame(), "the call was not captured"));
    }
    if (call != null) {
      // What came again when the call was handed out.
      call.takeFindingsOfMemory(draft.findings);
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
      run.emit(Exchanges.withoutCall(emitted));
    }
  }

  /**
   * Whether what the responder sent behind a call is in the capture: not so where the capture began
   * between the two, and the call was captured late or again.
   */
  private boolean wasSeenFromCall(Optional<CallInFlight> call) {
    return call.isEmpty()
        || connection.recognition() != Recognition.INFERRED
        || call.get().window.isBehindResponder();
  }

  private void notDelivered(ArrivedSend message, Optional<CallInFlight> call) {
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
                      + message.send().whyNotDelivered()));
    } else {
      run.emit(Exchanges.alone(emitted));
    }
  }

  private void answer(CallInFlight call, RpcMessage reply, Optional<RdmaTiming> timing) {
    run.emit(Exchanges.of(call, reply, timing));
    @Nullable RpcMessage message = call.message;
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

  private void error(ArrivedSend message) {
    int callerSide = RdmaConnection.opposite(message.send().side());
    int xid = message.parsed().header().xid();
    @Nullable CallInFlight call = sides[callerSide].call(xid);
    if (call != null && !call.isEmitted()) {
      emitCall(call, new WhyUnread.PassedOrLost(call));
    }
    @Nullable RpcMessage cause =
        call != null ? call.message : run.others().remove(this, callerSide, xid).orElse(null);
    String code =
        message.parsed().header().error().map(RdmaError::codeName).orElse("error without a code");
    message
        .findings()
        .add(
            finding(
                RpcRdmaRules.ERROR_ANSWER,
                message.send().lastFrame(),
                cause == null
                    ? code + " answers no captured message"
                    : code
                        + " answers message "
                        + cause.number()
                        + " of frame "
                        + cause.sendFrame()));
    if (call != null) {
      call.takeFindingsOfMemory(message.findings());
    }
    RpcMessage emitted = emit(message.draft());
    if (call != null) {
      run.unansweredCalls().add(call, this, message.send().lastFrame());
      answer(call, emitted, Optional.empty());
    } else {
      run.emit(Exchanges.ofError(Optional.ofNullable(cause), emitted));
    }
  }

  private void other(ArrivedSend message) {
    RpcMessage emitted = emit(message.draft());
    remembered = true;
    for (RpcMessage oldest :
        run.others()
            .put(
                this,
                message.send().side(),
                message.parsed().header().xid(),
                run.kept(emitted),
                CallsInFlight.cost(message.parsed().segments()))) {
      run.emit(Exchanges.alone(oldest));
    }
  }

  private RpcMessage emit(Draft draft) {
    if (run.reusesPages() && !draft.transfers.isEmpty()) {
      draft.stream = draft.stream.withoutBytes(Absence.NOT_KEPT);
    }
    draft.findings.addAll(strayFindings);
    strayFindings = List.of();
    draft.content = run.content(draft);
    if (run.keepsFragments()) {
      draft.sendFragments = List.copyOf(draft.send.fragments());
    }
    OptionalInt known = connection.index();
    int index;
    if (known.isPresent()) {
      index = known.getAsInt();
    } else {
      index = run.nextConnection();
      connection.index(index);
      run.opened(record);
    }
    RpcMessage message =
        draft.message(run.nextMessage(), run.beginning(), connection, index, direction(draft.send));
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
