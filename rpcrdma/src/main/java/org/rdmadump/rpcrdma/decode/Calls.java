package org.rdmadump.rpcrdma.decode;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.call.AdvertisedMemory;
import org.rdmadump.rpcrdma.call.AnsweredCall;
import org.rdmadump.rpcrdma.call.ArrivedSend;
import org.rdmadump.rpcrdma.call.ArrivedSends;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.call.CallOwner;
import org.rdmadump.rpcrdma.call.CallsInFlight;
import org.rdmadump.rpcrdma.call.ConnectionSide;
import org.rdmadump.rpcrdma.call.ConnectionSides;
import org.rdmadump.rpcrdma.call.Exchanges;
import org.rdmadump.rpcrdma.call.FollowedConnection;
import org.rdmadump.rpcrdma.call.MessageOutput;
import org.rdmadump.rpcrdma.call.MessageRole;
import org.rdmadump.rpcrdma.call.ParsedHeader;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.call.WhyUnread;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;
import org.rdmadump.rpcrdma.memory.Window;
import org.rdmadump.rpcrdma.review.PeerReview;

/**
 * The calls of a connection: from when they arrive until they are answered or given up, and the use
 * of the memory that they advertise.
 */
final class Calls implements CallOwner {
  private final RunState run;
  private final RdmaConnection connection;
  private final ConnectionSides sides;
  private final FollowedConnection record;
  private final PeerReview review;
  private final CallEvidence evidence;
  private final ArrivedSends arrived;
  private final CallOutput handOut;
  private final AdvertisedMemory memory;

  /** Whether the run ever remembered an answered call or another message of this connection. */
  private boolean remembered;

  /** Whether the run remembers calls of it that may come again over another connection. */
  private boolean leavesCalls;

  /** Frame of the latest reply or RDMA_ERROR, 0 if there was none. */
  private long lastReplyFrame;

  /** Whether the connection is over. */
  private boolean gone;

  /** Whether a call was given up, whose answer may still come. */
  private boolean gaveUp;

  /** Whether a call is being given up because there is no room for it. */
  private boolean evicting;

  private final ReplacedCalls replaced = new ReplacedCalls();

  Calls(
      RunState run,
      RdmaConnection connection,
      ConnectionSides sides,
      FollowedConnection record,
      PeerReview review,
      ArrivedSends arrived,
      MessageOutput output) {
    this.run = run;
    this.connection = connection;
    this.sides = sides;
    this.record = record;
    this.review = review;
    this.evidence = new CallEvidence(record, sides, review);
    this.arrived = arrived;
    this.handOut = new CallOutput(run, connection, record, output, this);
    this.memory = new AdvertisedMemory(run, this);
  }

  @Override
  public void leavesCalls() {
    leavesCalls = true;
  }

  @Override
  public boolean mayLackReplies() {
    return review.isMissing();
  }

  @Override
  public boolean hasEnded() {
    return connection.end().isPresent()
        && connection.end().get().how() != ConnectionEnd.How.CAPTURE_END;
  }

  @Override
  public long lastReplyFrame() {
    return lastReplyFrame;
  }

  /** Takes note of a message that answered something of a side. */
  void replied(int callerSide, long frame) {
    lastReplyFrame = frame;
    sides.get(callerSide).answered();
  }

  CallEvidence evidence() {
    return evidence;
  }

  /** Says that the run remembers an answered call or another message of this connection. */
  void remember() {
    remembered = true;
  }

  // ---- a call arrives

  /**
   * Takes in a call.
   *
   * @param same another one with its XID that was not answered, if there is one
   * @param doubts takes what is wrong unless a reply before the call was not captured
   */
  CallInFlight register(
      Send send, ParsedHeader parsed, @Nullable CallInFlight same, List<Finding> doubts) {
    int sender = send.side();
    if (same != null) {
      doubts.add(reused(send, same));
      giveUp(same, ConnectionEvents.Ending.DISCONNECTED);
    }
    ConnectionSide side = sides.get(sender);
    ArrivedSend reply = arrived.replyTo(send, parsed);
    Window window = parsed.hasChunks() ? window(send, parsed, side, reply) : null;
    long sentByResponder = connection.order(RdmaConnection.opposite(sender)).end();
    CreditUse credits = record.credits(sender);
    long answersBefore = side.answers() + credits.inFlight();
    CallInFlight call = new CallInFlight(send, parsed, window, sentByResponder != 0, answersBefore);
    side.order().called(send.order());
    replaced.called();
    for (var late = replaced.overdue(); late != null; late = replaced.overdue()) {
      giveUp(late, ConnectionEvents.Ending.DISCONNECTED);
    }
    Rope inline = parsed.carriesMessage() ? call.inline() : null;
    if (inline != null) {
      run.readRpc(call, inline);
    }
    AnsweredCall answered = remembered ? run.answered().get(this, sender, call.xid) : null;
    if (answered != null) {
      call.followsAnswered();
    }
    call.onlyCopy(answered == null && !gaveUp && review.isWhole());
    if (window != null) {
      memory.add(side, call, doubts);
      follow(call);
    }
    side.add(call);
    record.called(sender, parsed.hasCredits() ? unsigned(parsed.credits()) : credits.asked());
    run.callsInFlight().add(call, this);
    if (reply != null) {
      answerLate(call, reply);
    }
    return call;
  }

  private static long unsigned(int credits) {
    return Integer.toUnsignedLong(credits);
  }

  private Window window(
      Send send, ParsedHeader parsed, ConnectionSide side, @Nullable ArrivedSend reply) {
    long awaited = reply != null ? reply.send().order() : SentOrder.NONE;
    return new Window(parsed.xid(), send, connection, side.order(), awaited);
  }

  private static Finding reused(Send send, CallInFlight same) {
    return send.finding(
        RpcRdmaRules.XID_REUSED,
        "the call of frame "
            + same.send.lastFrame()
            + " has this XID, too, and is not answered yet");
  }

  @Override
  public void replaced(CallInFlight call) {
    if (!call.memory().isWhole() && !replaced.awaits(call)) {
      giveUp(call, ConnectionEvents.Ending.DISCONNECTED);
    }
  }

  // ---- its reply is on the wire

  /** A call is not in flight any more as soon as its answer is on the wire. */
  void answered(CallInFlight call, ParsedHeader reply) {
    if (reply.hasCredits()) {
      record.granted(call.side(), unsigned(reply.credits()));
    }
    if (call.isInFlight()) {
      call.landed();
      call.send.proven();
      record.landed(call.side());
    }
  }

  /** Memory that a reply is about is not used for its call behind it; null without that call. */
  void ended(Send send, int callerSide, @Nullable CallInFlight call, ParsedHeader parsed) {
    ConnectionSide caller = sides.get(callerSide);
    long reply = send.order();
    if (reply == SentOrder.NONE) {
      return;
    }
    if (call != null) {
      AdvertisedMemory.replied(caller, call, reply);
      if (call.parsed.hasChunks()) {
        arrived.charge();
      }
    } else if (run.answered().get(this, callerSide, parsed.xid()) == null) {
      AdvertisedMemory.repliedUnseen(caller, parsed, reply);
    }
  }

  /** A call is there whose reply was captured before. */
  private void answerLate(CallInFlight call, ArrivedSend reply) {
    ConnectionSide side = sides.get(call.side());
    side.order().callCameLate(reply.send().order());
    answered(call, reply.parsed());
    ended(reply.send(), call.side(), call, reply.parsed());
    AdvertisedMemory.takeOfOthers(side, call);
  }

  // ---- a call is handed out

  /** Takes note that the Send of a call was settled. */
  void settleCall(CallInFlight call, ArrivedSend message) {
    call.note(message.findings());
    call.settle();
    if (call.isForgotten()) {
      return;
    }
    if (!call.send.delivered()) {
      giveUp(call, ConnectionEvents.Ending.DISCONNECTED);
    } else {
      emitWhenWhole(call);
    }
  }

  /** Takes note that the Send of a call that came again was settled. */
  void settleRepeat(CallInFlight call, ArrivedSend message) {
    var repeat = new CallInFlight.Repeat(message.send(), message.parsed(), message.findings());
    boolean many = call.repeatedBy(repeat);
    if (!call.isEmitted()) {
      run.callsInFlight().grow(call, CallsInFlight.cost(repeat));
      // For those it may have been given up.
      if (many && !call.isEmitted()) {
        emitCall(call, ReasonForHole.EVICTED);
      }
      return;
    }
    RpcMessage kept = call.message();
    handOut.repeats(call, kept == null ? Rope.empty() : kept.stream());
  }

  /** Has the call's Read segments tell this connection when their bytes were seen. */
  private void follow(CallInFlight call) {
    if (!call.parsed.hasReads()) {
      return;
    }
    Runnable progress =
        new Runnable() {
          @Override
          public void run() {
            call.memory().countReads();
            emitWhenWhole(call);
          }
        };
    for (RdmaSegment segment : call.memory().reads) {
      segment.whenComplete(progress);
    }
    call.memory().countReads();
  }

  private void emitWhenWhole(CallInFlight call) {
    if (call.isSettled() && call.memory().isWhole() && !call.isEmitted()) {
      handOut.whole(call, WhyUnread.untilNow(call), unsettled());
    }
  }

  /** Hands out a call whose reply was seen before all its bytes. */
  void emitCall(CallInFlight call, ReasonForHole reason) {
    handOut.early(call, reason, unsettled());
  }

  /** What ends the wait for proof that a call was delivered, if it is handed out without. */
  private SettledBy unsettled() {
    return evicting ? SettledBy.LIMIT : SettledBy.END;
  }

  // ---- a call is over

  /** Hands out a call that gets no reply, or none that belongs to it. */
  private void giveUp(CallInFlight call, ConnectionEvents.Ending ending) {
    if (!call.isEmitted()) {
      emitCall(call, WhyUnread.atEnd(call, ending, evidence.isOver(call)));
    }
    List<RdmaSegment> segments = call.memory().segments();
    for (RdmaSegment segment : segments) {
      segment.decide(true);
    }
    if (!gone && call.parsed.hasChunks()) {
      sides.get(call.side()).uses().ended(segments, call.memory().window().turn);
    }
    gaveUp = true;
    record.unanswered();
    call.noteMemoryOfExchange();
    if (ending != ConnectionEvents.Ending.EVICTED) {
      boolean over = gone && ending == ConnectionEvents.Ending.DISCONNECTED;
      run.unansweredCalls().unanswered(call, this, over);
    } else if (call.isRemembered()) {
      // Its answer would not be known as that.
      run.unansweredCalls().remove(call);
    }
    run.emitUnanswered(call);
    forget(call);
  }

  @Override
  public void evict(CallInFlight call) {
    review.miss();
    evicting = true;
    giveUp(call, ConnectionEvents.Ending.EVICTED);
    evicting = false;
    arrived.forget(call);
  }

  /** Forgets a call that was answered, or given up. */
  void forget(CallInFlight call) {
    ConnectionSide side = sides.get(call.side());
    if (call.isInFlight()) {
      call.landed();
      record.landed(call.side());
    }
    call.forget();
    side.remove(call);
    run.callsInFlight().remove(call);
    if (call.parsed.hasChunks()) {
      AdvertisedMemory.forget(side, call, gone);
    }
    arrived.charge();
  }

  // ---- the life of the connection

  /** Takes over the calls of the other half of a connection, whose sides were joined. */
  void join(Calls joined) {
    for (ConnectionSide side : sides) {
      for (CallInFlight call : side.all()) {
        if (call.parsed.hasChunks()) {
          call.memory().window().move(connection, side.order());
        }
        run.callsInFlight().move(call, this);
        follow(call);
      }
    }
    joinUses();
    replaced.join(joined.replaced);
    if (joined.remembered) {
      run.answered().move(joined, this);
      run.others().move(joined, this);
      remembered = true;
    }
    gaveUp |= joined.gaveUp;
    lastReplyFrame = Math.max(lastReplyFrame, joined.lastReplyFrame);
    if (joined.leavesCalls) {
      run.unansweredCalls().move(joined, this);
      leavesCalls = true;
    }
    joined.gone = true;
  }

  /** A call, its reply, and the use of its memory before it may have been in different halves. */
  private void joinUses() {
    for (ArrivedSend message : arrived.all()) {
      if (message.role() == MessageRole.REPLY) {
        int callerSide = RdmaConnection.opposite(message.send().side());
        CallInFlight call = sides.get(callerSide).call(message.parsed().xid());
        if (call != null && !call.isClosed()) {
          answerLate(call, message);
        }
      }
    }
    for (ConnectionSide side : sides) {
      for (CallInFlight call : side.all()) {
        for (RdmaSegment segment : call.memory().segments()) {
          side.uses().tell(segment, call.memory().window());
        }
      }
    }
  }

  /** Takes note that the connection is over. */
  void over() {
    gone = true;
  }

  /** Gives up the calls of a side that are left. */
  void giveUp(ConnectionSide side, ConnectionEvents.Ending ending) {
    for (CallInFlight call : side.all()) {
      if (ending == ConnectionEvents.Ending.DISCONNECTED) {
        Exchanges.noteUnanswered(call, evidence.isUnanswered(call));
      } else if (ending == ConnectionEvents.Ending.CAPTURE_ENDED) {
        Exchanges.noteInFlight(call, review.isMissing());
      }
      if (!call.doubts().isEmpty() && evidence.isOver(call)) {
        evidence.proven(call).forEach(call::noteOfExchange);
      }
      giveUp(call, ending);
    }
  }

  /** Lets go of what the run remembers of this connection. */
  void forgetRemembered(ConnectionEvents.Ending ending) {
    if (leavesCalls && ending == ConnectionEvents.Ending.DISCONNECTED) {
      run.unansweredCalls().ended(this);
    } else if (leavesCalls && ending == ConnectionEvents.Ending.EVICTED) {
      run.unansweredCalls().removeAll(this);
    }
    if (remembered) {
      for (RpcMessage other : run.others().removeAll(this)) {
        run.emit(Exchanges.alone(other));
      }
      run.answered().removeAll(this);
    }
  }
}
