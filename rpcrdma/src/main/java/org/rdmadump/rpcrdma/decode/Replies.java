package org.rdmadump.rpcrdma.decode;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.call.AnsweredCall;
import org.rdmadump.rpcrdma.call.ArrivedSend;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.call.CallsInFlight;
import org.rdmadump.rpcrdma.call.ConnectionSide;
import org.rdmadump.rpcrdma.call.ConnectionSides;
import org.rdmadump.rpcrdma.call.Draft;
import org.rdmadump.rpcrdma.call.Exchanges;
import org.rdmadump.rpcrdma.call.FollowedConnection;
import org.rdmadump.rpcrdma.call.KnownCall;
import org.rdmadump.rpcrdma.call.MessageOutput;
import org.rdmadump.rpcrdma.call.ParsedHeader;
import org.rdmadump.rpcrdma.call.ReplyDraft;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.call.WhyUnread;
import org.rdmadump.rpcrdma.memory.RdmaInfo;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.Window;
import org.rdmadump.rpcrdma.review.AccessReview;
import org.rdmadump.rpcrdma.review.PeerReview;
import org.rdmadump.rpcrdma.review.UnreadCalls;

/** The answers on a connection, and messages that are neither call nor answer, once settled. */
record Replies(
    RunState run,
    RdmaConnection connection,
    ConnectionSides sides,
    FollowedConnection record,
    PeerReview review,
    AccessReview access,
    Calls calls,
    MessageOutput output) {
  /** Whether a reply lacks data that may yet come, or its call does. */
  boolean lacksData(ParsedHeader reply, Send send) {
    int callerSide = RdmaConnection.opposite(send.side());
    CallInFlight call = sides.get(callerSide).call(reply.xid());
    if (call == null) {
      return lacksCall(reply, callerSide);
    }
    for (RdmaSegment segment : call.memory().segments()) {
      sides.get(callerSide).memory().adopt(segment);
    }
    if (!call.isEmitted()) {
      for (RdmaSegment segment : call.memory().reads) {
        if (segment.lacks(segment.length())) {
          return true;
        }
      }
    }
    for (int i = 0; i < Math.min(call.memory().writes.size(), reply.writeList().size()); i++) {
      if (lacks(call.memory().writes.get(i), reply.writeList().get(i))) {
        return true;
      }
    }
    return reply.hasReplyChunk() && lacks(call.memory().reply, reply.replyChunk().get());
  }

  /** Whether no call was seen that a reply answers, now or again. */
  boolean lacksCall(ParsedHeader reply, int callerSide) {
    return sides.get(callerSide).call(reply.xid()) == null
        && run.answered().get(calls, callerSide, reply.xid()) == null;
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

  /** Hands out a reply, and its exchange. */
  void reply(ArrivedSend message) {
    Send send = message.send();
    ConnectionSide caller = sides.get(RdmaConnection.opposite(send.side()));
    @Nullable CallInFlight call = caller.call(message.parsed().xid());
    if (!send.delivered()) {
      notDelivered(message, call);
    } else if (call == null) {
      unexpected(message, caller);
    } else {
      answer(message, caller, call);
    }
  }

  private void answer(ArrivedSend message, ConnectionSide caller, CallInFlight call) {
    if (!call.isEmitted()) {
      calls.emitCall(call, WhyUnread.untilNow(call));
    }
    ReplyDraft draft = draft(message, caller, call);
    // What came again when the call was handed out.
    takeFindings(call, message, draft);
    output.emit(draft);
    if (draft.isRefusal()) {
      run.unansweredCalls().refused(call, calls, message.send().lastFrame());
    } else if (call.isRemembered()) {
      run.unansweredCalls().answered(call);
    }
    answered(call, draft);
    run.drafts().done(draft);
  }

  /** Has an answer tell what was found of its call since that was handed out. */
  private void takeFindings(CallInFlight call, ArrivedSend answer, Draft draft) {
    call.memory().takeFindings(draft.findings);
    if (call.isNoticed()
        && !call.doubts().isEmpty()
        && wasSeenFromCall(call)
        && review.isSeenTo(answer.send())) {
      draft.findings.addAll(calls.evidence().proven(call));
    }
  }

  /** Hands out a reply to a call that was answered before, or is not known. */
  private void unexpected(ArrivedSend message, ConnectionSide caller) {
    Send send = message.send();
    int callerSide = RdmaConnection.opposite(send.side());
    int xid = message.parsed().xid();
    @Nullable AnsweredCall before = run.answered().get(calls, callerSide, xid);
    ReplyDraft draft = draft(message, caller, before);
    @Nullable RpcMessage unread = before == null ? unread(message) : null;
    if (before == null && unread == null) {
      draft.findings.add(unknownCall(message, callerSide));
    } else if (unread != null) {
      draft.answersUnread(unread.number());
    }
    output.emit(draft);
    if (unread != null) {
      RpcMessage unused = run.others().remove(calls, callerSide, xid);
    }
    if (before == null) {
      run.emit(Exchanges.withoutCall(Optional.ofNullable(unread), draft.message()));
    }
    run.drafts().done(draft);
  }

  /** What a reply answers that was no call, being wrong; null if there is no such message. */
  private @Nullable RpcMessage unread(ArrivedSend message) {
    int callerSide = RdmaConnection.opposite(message.send().side());
    @Nullable RpcMessage other = run.others().get(calls, callerSide, message.parsed().xid());
    return other != null && UnreadCalls.mayBeCall(other.header()) ? other : null;
  }

  private ReplyDraft draft(ArrivedSend message, ConnectionSide caller, @Nullable KnownCall of) {
    Send send = message.send();
    record.serverMayBe(send.side());
    boolean acknowledged = send.acknowledged();
    ReplyDraft draft =
        run.drafts()
            .reply(
                message,
                of,
                caller,
                connection.order(send.side()),
                acknowledged || of == null || !connection.isBroken(),
                acknowledged && !review.isMissing() && wasSeenFromCall(of));
    if (send.invalidates().isPresent()) {
      invalidate(message, caller.memory(), of, draft.findings);
    }
    draft.build();
    return draft;
  }

  private void invalidate(
      ArrivedSend message, RdmaInfo memory, @Nullable KnownCall of, List<Finding> findings) {
    Send send = message.send();
    int handle = send.invalidates().getAsInt();
    int xid = message.parsed().xid();
    boolean advertised = memory.invalidate(handle, new TakenBy(xid, send));
    boolean known = advertised || (of == null && (!isWhole(message) || unread(message) != null));
    access.judgeInvalidation(send, handle, known, memory, of, findings);
  }

  /**
   * Whether a reply invalidates a segment of its handle. A call that advertises the handle again
   * shows that its sender had that reply, even if it acknowledged that later.
   */
  private record TakenBy(int xid, Send reply) implements Predicate<RdmaSegment> {
    @Override
    public boolean test(RdmaSegment segment) {
      Window window = segment.window();
      return window == null || !window.isBehindReply(xid, reply);
    }
  }

  private Finding unknownCall(ArrivedSend message, int callerSide) {
    Send send = message.send();
    return isWhole(message) && run.others().get(calls, callerSide, message.parsed().xid()) == null
        ? send.finding(RpcRdmaRules.NO_CALL, "no call has this XID")
        : send.finding(RpcRdmaRules.CALL_NOT_CAPTURED, "the call was not captured");
  }

  /** Whether no call before a reply to none is missing. */
  private boolean isWhole(ArrivedSend message) {
    int callerSide = RdmaConnection.opposite(message.send().side());
    return review.isWhole()
        && (review.isSeenByPeer(callerSide) || review.isSeenBeyond(callerSide, message.peerEnd()));
  }

  /**
   * Whether what the responder sent behind a call is in the capture: not so where the capture began
   * between the two, and the call was captured late or again.
   */
  private boolean wasSeenFromCall(@Nullable KnownCall call) {
    return call == null
        || connection.recognition() != Recognition.INFERRED
        || call.isBehindResponder();
  }

  private void notDelivered(ArrivedSend message, @Nullable CallInFlight call) {
    Draft draft = message.draft();
    output.emit(draft);
    if (call != null) {
      for (Finding each : draft.message().findings()) {
        call.noteOfRefused(
            new Finding(
                each.rule(),
                each.frame(),
                each.offset(),
                "the reply of message " + draft.number() + ": " + each.message()));
      }
    } else {
      run.emit(Exchanges.alone(draft.message()));
    }
  }

  private void answered(CallInFlight call, Draft reply) {
    run.emit(call, reply);
    calls.forget(call);
    calls.remember();
    AnsweredCall used = run.answered().takeGone();
    AnsweredCall answered = used == null ? new AnsweredCall() : used;
    @Nullable RpcMessage message = call.message();
    answered.take(call, reply.number(), message == null ? null : run.kept().ofAnswered(message));
    int names = message == null ? 0 : message.content().names().held();
    run.answered().put(calls, call.side(), call.xid, answered, call.cost() + names);
  }

  /** Hands out an RDMA_ERROR, and its exchange. */
  void error(ArrivedSend message) {
    int callerSide = RdmaConnection.opposite(message.send().side());
    int xid = message.parsed().xid();
    @Nullable CallInFlight call = sides.get(callerSide).call(xid);
    if (call != null && !call.isEmitted()) {
      calls.emitCall(call, WhyUnread.passedOrLost(call));
    }
    @Nullable RpcMessage other = call != null ? null : run.others().remove(calls, callerSide, xid);
    long cause = call != null ? call.number() : other == null ? 0 : other.number();
    long causeFrame = call != null ? call.sendFrame() : other == null ? 0 : other.sendFrame();
    Optional<RdmaError> error = message.parsed().header().error();
    String code = error.isPresent() ? error.get().codeName() : "an error that cannot be read";
    Draft draft = message.draft();
    draft.findings.add(
        message
            .send()
            .finding(
                RpcRdmaRules.ERROR_ANSWER,
                cause == 0
                    ? code + " answers no captured message"
                    : code + " answers message " + cause + " of frame " + causeFrame));
    if (message.send().invalidates().isPresent()) {
      invalidate(message, sides.get(callerSide).memory(), call, draft.findings);
    }
    if (call != null) {
      takeFindings(call, message, draft);
    }
    output.emit(draft);
    if (call != null) {
      run.unansweredCalls().refused(call, calls, message.send().lastFrame());
      answered(call, draft);
    } else {
      run.emit(Exchanges.ofError(Optional.ofNullable(other), draft.message()));
    }
  }

  /** Hands out a message that is neither call nor answer; it may get an RDMA_ERROR yet. */
  void other(ArrivedSend message) {
    Draft draft = message.draft();
    output.emit(draft);
    calls.remember();
    run.others()
        .put(
            calls,
            message.send().side(),
            message.parsed().xid(),
            run.kept().of(draft.message()),
            CallsInFlight.cost(message.parsed().segments()));
  }
}
