package org.rdmadump.rpcrdma.decode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.UpperProtocol;
import org.rdmadump.rpcrdma.call.ArrivedSend;
import org.rdmadump.rpcrdma.call.ArrivedSends;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.call.ConnectionSide;
import org.rdmadump.rpcrdma.call.ConnectionSides;
import org.rdmadump.rpcrdma.call.FollowedConnection;
import org.rdmadump.rpcrdma.call.FrameShares;
import org.rdmadump.rpcrdma.call.MessageOutput;
import org.rdmadump.rpcrdma.call.MessageRole;
import org.rdmadump.rpcrdma.call.ParsedHeader;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.memory.ProtocolMessages;
import org.rdmadump.rpcrdma.memory.RdmaInfo;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;
import org.rdmadump.rpcrdma.memory.Window;
import org.rdmadump.rpcrdma.review.AccessReview;
import org.rdmadump.rpcrdma.review.Doubts;
import org.rdmadump.rpcrdma.review.HeaderReview;
import org.rdmadump.rpcrdma.review.PeerReview;
import org.rdmadump.rpcrdma.review.StrictHeaderTest;
import org.rdmadump.rpcrdma.review.UnreadCalls;

/**
 * The messages of RPC-over-RDMA on one connection: Sends are told apart here, and go to its {@link
 * Calls} and {@link Replies}.
 *
 * <p>XIDs and handles mean something only inside of a connection and a direction (RFC 8166 section
 * 4.2.1, RFC 8167 section 2.4).
 */
final class RpcRdmaMessages implements ProtocolMessages {
  /** Latest calls of a side whose names are in doubt if packets are missing. */
  private static final int MOST_DOUBTED = 256;

  private final RunState run;
  private final RdmaConnection connection;
  private final FollowedConnection record;
  private final ConnectionSides sides;
  private final ArrivedSends arrived;
  private final Calls calls;
  private final Replies replies;
  private final MessageOutput output;

  /** Whether the ends keep to what they said of themselves. */
  private final PeerReview review;

  private final AccessReview access;

  /** Where frames are shown, what they carry. */
  private final @Nullable FrameShares shares;

  /** About the Send that arrives. */
  private final ArrayList<Finding> noticed = new ArrayList<>(0);

  /** About the call that arrives, unless a reply before it was not captured. */
  private final ArrayList<Finding> doubtful = new ArrayList<>(0);

  private boolean recognised;

  /** Whether there was a reply to a call that was not waiting for one. */
  private boolean unexpected;

  private final UnreadCalls unread = new UnreadCalls();

  /** Uses of unknown memory, which are wrong unless the capture lacks its advertisement. */
  private final Doubts doubts;

  /**
   * Those of a connection.
   *
   * @param sides calls and memory of both
   * @param recognised whether the connection is known to carry them, before any was seen
   */
  RpcRdmaMessages(
      RunState run,
      RdmaConnection connection,
      FollowedConnection record,
      ConnectionSides sides,
      @Nullable FrameShares shares,
      boolean recognised) {
    this.run = run;
    this.connection = connection;
    this.record = record;
    this.sides = sides;
    this.shares = shares;
    this.recognised = recognised;
    this.review = new PeerReview(connection, record);
    this.access =
        new AccessReview(review, recognised && connection.recognition() != Recognition.INFERRED);
    this.arrived = new ArrivedSends(run.pages(), sides);
    this.output = new MessageOutput(run, connection, record, shares);
    this.doubts = new Doubts(output);
    this.calls = new Calls(run, connection, sides, record, review, arrived, output);
    this.replies = new Replies(run, connection, sides, record, review, access, calls, output);
  }

  /** Whether the connection is known to carry them. */
  boolean isRecognised() {
    return recognised;
  }

  // ---- what the connection says

  @Override
  public FragmentSink placed(RdmaOperation operation, RdmaInfo memory, RdmaSubSegment placed) {
    Window window = placed.window();
    if (window != null) {
      window.proven();
    }
    if (recognised) {
      Optional<Finding> wrong = access.judge(operation, memory, placed);
      if (wrong.isPresent() && Doubts.isDoubtful(wrong.get())) {
        int owner = RdmaConnection.opposite(operation.initiator());
        if (!unread.isAny(owner)) {
          boolean called = record.credits(owner).inFlight() > 0;
          doubts.add(operation, called, wrong.get(), sides.get(owner).formerUse(operation));
        }
      } else if (wrong.isPresent()) {
        outside(
            operation,
            window != null ? window : memory.onlyCallOf(operation.handle()),
            wrong.get());
      }
    }
    if (shares == null) {
      return placed;
    }
    ConnectionSide owner = sides.get(RdmaConnection.opposite(operation.initiator()));
    CallInFlight call = window == null ? null : owner.call(window);
    return shares.follow(placed, operation, call);
  }

  /** Takes what is wrong with an operation on memory of a call, if it is known of which. */
  private void outside(RdmaOperation operation, @Nullable Window window, Finding wrong) {
    ConnectionSide owner = sides.get(RdmaConnection.opposite(operation.initiator()));
    CallInFlight call = window == null ? null : owner.call(window);
    if (call == null) {
      finding(wrong);
    } else {
      if (!call.noteOfExchangeIfFew(wrong)) {
        output.alone(wrong);
      }
    }
  }

  @Override
  public void missed() {
    review.miss();
    doubts.drop();
    if (run.names().isPresent()) {
      for (ConnectionSide side : sides) {
        doubtNames(side);
      }
    }
  }

  private void doubtNames(ConnectionSide side) {
    for (int back = 0; back < MOST_DOUBTED; back++) {
      CallInFlight call = side.latest(back);
      if (call != null) {
        output.doubtNames(call);
      }
    }
  }

  @Override
  public void arrived(Send send) {
    if (!ParsedHeader.hasXid(send.payload())) {
      withoutXid(send);
      return;
    }
    ParsedHeader parsed = run.headers().read(send.payload());
    if (!recognised && !isRecognisedBy(send, parsed)) {
      ofNoMessage(send);
      return;
    }
    if (parsed.isTruncated()) {
      missed();
    }
    ArrayList<Finding> findings = noticed;
    HeaderReview.judge(send, parsed, findings);
    review.judgeLength(send, findings);
    int xid = parsed.xid();
    CallInFlight awaiting = sides.get(RdmaConnection.opposite(send.side())).call(xid);
    boolean answers = awaiting != null || isByServer(send, parsed);
    MessageRole role = HeaderReview.roleOf(send, parsed, answers, findings);
    CallInFlight call = null;
    if (role == MessageRole.CALL) {
      call = sides.get(send.side()).call(xid);
      if (call != null && run.isRepeat(call, send, parsed)) {
        role = MessageRole.REPEATED_CALL;
        call.onlyCopy(false);
      } else {
        call = called(send, parsed, call, findings);
      }
    } else if (role == MessageRole.REPLY || role == MessageRole.ERROR) {
      replied(send, parsed, awaiting, findings);
    } else if (role == MessageRole.OTHER && UnreadCalls.mayBeCall(parsed.header())) {
      unread.add(send.side(), xid);
    }
    List<Finding> own = Collections.emptyList();
    if (!findings.isEmpty()) {
      own = List.copyOf(findings);
      findings.clear();
    }
    boolean stray = role == MessageRole.REPLY && awaiting == null;
    long peers = stray ? connection.order(RdmaConnection.opposite(send.side())).end() : 0;
    arrived.add(new ArrivedSend(send, parsed, role, call, own, peers));
  }

  /**
   * Whether it can only be the server's reply to a call that is missing, or most likely is: few
   * calls are the server's, and they have no chunks.
   */
  private boolean isByServer(Send send, ParsedHeader parsed) {
    return send.side() == record.serverSide()
        && connection.activeSide().isPresent()
        && (parsed.hasChunks() || review.isMissing());
  }

  /**
   * A call arrives.
   *
   * @param same another one with its XID that was not answered, if there is one
   */
  private CallInFlight called(
      Send send, ParsedHeader parsed, @Nullable CallInFlight same, List<Finding> findings) {
    if (send.invalidates().isPresent()) {
      RdmaInfo memory = sides.get(RdmaConnection.opposite(send.side())).memory();
      access.judgeInvalidationByCall(send, memory, findings);
    }
    CallInFlight call = calls.register(send, parsed, same, doubtful);
    int inFlight = record.credits(send.side()).inFlight();
    review.judgeCall(send, !call.head.isBackward(), inFlight, doubtful);
    if (!doubtful.isEmpty()) {
      call.doubt(List.copyOf(doubtful));
      doubtful.clear();
    }
    // A reply can hand the call out before its own Send is settled.
    if (!findings.isEmpty()) {
      call.note(findings);
      findings.clear();
    }
    return call;
  }

  private void replied(
      Send send, ParsedHeader parsed, @Nullable CallInFlight awaiting, List<Finding> findings) {
    calls.replied(RdmaConnection.opposite(send.side()), send.lastFrame());
    unread.answered(RdmaConnection.opposite(send.side()), parsed.xid());
    if (awaiting != null) {
      calls.answered(awaiting, parsed);
    } else {
      unexpected = true;
    }
    calls.ended(send, RdmaConnection.opposite(send.side()), awaiting, parsed);
    if (!parsed.isTruncated()) {
      review.grant(send, parsed.credits(), findings);
    }
  }

  private void withoutXid(Send send) {
    ofNoMessage(send);
    if (!send.payload().isComplete()) {
      missed();
    }
    if (recognised) {
      if (!send.isBegunBefore()) {
        finding(HeaderReview.withoutXid(send));
      }
      for (Finding each : send.findings()) {
        finding(each);
      }
    }
  }

  private boolean isRecognisedBy(Send send, ParsedHeader parsed) {
    if (StrictHeaderTest.passes(send.payload(), parsed)) {
      recognise(
          new UpperProtocol(
              UpperProtocol.RPC_OVER_RDMA, "the header in frame " + send.firstFrame()));
    }
    return recognised;
  }

  private void ofNoMessage(Send send) {
    if (shares != null) {
      shares.ofNone(send);
    }
  }

  @Override
  public boolean lacksData(Send send) {
    ArrivedSend message = arrived.find(send);
    return message != null
        && message.role() == MessageRole.REPLY
        && replies.lacksData(message.parsed(), send);
  }

  /** Whether a Send is a reply to no call, where nothing shows that the call was not captured. */
  boolean lacksCall(Send send) {
    if (!unexpected || !review.isWhole()) {
      return false;
    }
    ArrivedSend message = arrived.find(send);
    return message != null
        && message.role() == MessageRole.REPLY
        && replies.lacksCall(message.parsed(), RdmaConnection.opposite(send.side()));
  }

  @Override
  public void settled(Send send) {
    ArrivedSend message = arrived.remove(send);
    if (message != null) {
      doubts.settle(send, message.parsed(), message.call(), review);
      if (send.acknowledged()) {
        run.acknowledged(record, output.direction(send), send);
        if (shares != null) {
          shares.proven(send);
        }
      }
      settle(withDoubts(message));
    }
  }

  /** A reply with what is wrong in the use of memory for its exchange. */
  private ArrivedSend withDoubts(ArrivedSend message) {
    Send send = message.send();
    CallInFlight call =
        message.role() == MessageRole.REPLY && send.delivered()
            ? sides.get(RdmaConnection.opposite(send.side())).call(message.parsed().xid())
            : null;
    ArrivedSend result = message;
    if (call != null) {
      for (Finding each : doubts.takeOf(send, message.parsed(), call, review)) {
        result = result.with(each);
      }
    }
    return result;
  }

  private ArrivedSend notDelivered(ArrivedSend arrived) {
    Send send = arrived.send();
    return arrived.with(
        send.finding(
            RpcRdmaRules.NOT_DELIVERED.citing(connection.transport().delivery()),
            send.whyNotDelivered()));
  }

  private void settle(ArrivedSend arrived) {
    ArrivedSend message = arrived.send().delivered() ? arrived : notDelivered(arrived);
    CallInFlight call = message.call();
    switch (message.role()) {
      case CALL -> {
        if (call != null) {
          calls.settleCall(call, message);
        }
      }
      case REPEATED_CALL -> {
        if (call != null) {
          calls.settleRepeat(call, message);
        }
      }
      case REPLY -> replies.reply(message);
      case ERROR -> replies.error(message);
      case OTHER -> replies.other(message);
    }
  }

  @Override
  public void finding(Finding finding) {
    output.finding(finding);
  }

  @Override
  public void alone(Finding finding) {
    output.alone(finding);
  }

  @Override
  public void withdraw(Finding finding) {
    output.withdraw(finding);
  }

  // ---- the life of the connection

  /** Takes note that the connection carries them, and of what says so. */
  void recognise(UpperProtocol protocol) {
    recognised = true;
    connection.forgetRequests();
    record.carries(protocol);
  }

  /** Takes note that the connection does not carry them, before any Send was taken. */
  void refuted() {
    recognised = false;
  }

  /** Charges what memory and Sends hold more or less than when that was last done. */
  void charge() {
    arrived.charge();
  }

  /** Takes over those of the other direction, whose calls and memory the sides have already. */
  void join(RpcRdmaMessages joined) {
    arrived.join(joined.arrived);
    output.join(joined.output);
    review.join(joined.review);
    doubts.join(joined.doubts);
    calls.join(joined.calls);
    arrived.charge();
    joined.arrived.release();
  }

  @Override
  public void closed(ConnectionEvents.Ending ending) {
    doubts.settle(review);
    calls.over();
    for (ConnectionSide side : sides) {
      calls.giveUp(side, ending);
      if (side.hasMemory()) {
        run.counts().evictedSegments(recognised ? side.memory().evicted() : 0);
        side.memory().reset();
      }
    }
    arrived.close();
    calls.forgetRemembered(ending);
    output.finish();
  }
}
