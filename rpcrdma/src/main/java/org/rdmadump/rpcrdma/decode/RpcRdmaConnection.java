package org.rdmadump.rpcrdma.decode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.ServiceProtocol;
import org.rdmadump.rpcrdma.UpperProtocol;
import org.rdmadump.rpcrdma.call.ArrivedSend;
import org.rdmadump.rpcrdma.call.ArrivedSends;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.call.ConnectionSide;
import org.rdmadump.rpcrdma.call.FrameShares;
import org.rdmadump.rpcrdma.call.MessageOutput;
import org.rdmadump.rpcrdma.call.MessageRole;
import org.rdmadump.rpcrdma.call.ParsedHeader;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;
import org.rdmadump.rpcrdma.memory.Window;
import org.rdmadump.rpcrdma.review.AccessReview;
import org.rdmadump.rpcrdma.review.HeaderReview;
import org.rdmadump.rpcrdma.review.PeerReview;
import org.rdmadump.rpcrdma.review.StrictHeaderTest;

/**
 * What RPC-over-RDMA does on one connection, as its transport tells: Sends are told apart here, and
 * go to its {@link Calls} and {@link Replies}.
 *
 * <p>XIDs and handles mean something only inside of a connection and a direction (RFC 8166 section
 * 4.2.1, RFC 8167 section 2.4).
 */
final class RpcRdmaConnection implements ConnectionEvents {
  /** What a connection holds, its directions at the transport aside. */
  private static final int COST = 870;

  private final RunState run;
  private final RdmaConnection connection;
  private final ConnectionRecord record;
  private final List<ConnectionSide> sides;
  private final ArrivedSends arrived;
  private final Calls calls;
  private final Replies replies;
  private final MessageOutput output;

  /** Whether the ends keep to what they said of themselves. */
  private final PeerReview review;

  private final AccessReview access;
  private final CarriedProtocol carried;

  /** Where frames are shown, what they carry. */
  private final @Nullable FrameShares shares;

  private boolean recognised;
  private boolean gone;

  RpcRdmaConnection(RunState run, RdmaConnection connection) {
    this.run = run;
    this.connection = connection;
    this.record = new ConnectionRecord(connection);
    this.carried = new CarriedProtocol(run, record);
    run.pages().charge(COST);
    this.sides = List.of(new ConnectionSide(run.pages()), new ConnectionSide(run.pages()));
    this.review = new PeerReview(record);
    Optional<ServiceProtocol> named = run.protocolOf(connection.servicePort());
    this.recognised =
        named.isPresent()
            ? named.get() == ServiceProtocol.NFS
            : record.isForNfs() || record.saysRpcRdma();
    if (recognised) {
      record.carries(
          new UpperProtocol(
              UpperProtocol.RPC_OVER_RDMA,
              named.isPresent()
                  ? CarriedProtocol.SAID
                  : record.saysRpcRdma()
                      ? "private data"
                      : "service port " + connection.servicePort().orElse(0)));
    } else {
      carried.isToldBy(connection);
      run.countRequests(connection);
    }
    connection.shortenPrivateData();
    this.shares = run.frameShares(connection.transport());
    this.access =
        new AccessReview(review, recognised && connection.recognition() != Recognition.INFERRED);
    this.arrived = new ArrivedSends(run.pages(), sides);
    this.output = new MessageOutput(run, connection, record, shares);
    this.calls = new Calls(run, connection, sides, record, review, arrived, output);
    this.replies = new Replies(run, connection, sides, record, review, access, calls, output);
  }

  // ---- what the transport says

  @Override
  public FragmentSink operation(RdmaOperation operation) {
    run.other().operation();
    ConnectionSide owner = sides.get(RdmaConnection.opposite(operation.initiator()));
    if (run.pages().isOver()) {
      owner.memory().forgetUnknown();
    }
    RdmaSubSegment subSegment = owner.memory().addRdmaOperation(operation, !run.pages().isOver());
    if (run.keepsFragments()) {
      subSegment.keepFragments(run.pages());
    }
    Window window = subSegment.window();
    if (window != null) {
      window.proven();
    }
    arrived.charge();
    if (recognised) {
      Optional<Finding> wrong = access.judge(operation, owner.memory(), subSegment);
      if (wrong.isPresent()) {
        finding(wrong.get());
      }
    }
    if (shares == null) {
      return subSegment;
    }
    CallInFlight call = window == null ? null : owner.call(window);
    return shares.follow(subSegment, operation, call == null ? null : call.message);
  }

  @Override
  public void missed() {
    review.miss();
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
        boolean empty = send.payload().length() < Integer.BYTES;
        finding(
            Finding.inFrame(
                empty ? RpcRdmaRules.MALFORMED_HEADER : RpcRdmaRules.NO_HEADER,
                send.firstFrame(),
                empty
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
      connection.forgetRequests();
      record.carries(
          new UpperProtocol(
              UpperProtocol.RPC_OVER_RDMA, "the header in frame " + send.firstFrame()));
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
      CallInFlight same = sides.get(send.side()).call(parsed.header().xid());
      if (same != null && same.isRepeatedBy(send, parsed)) {
        role = MessageRole.REPEATED_CALL;
        call = Optional.of(same);
      } else {
        CallInFlight fresh = calls.register(send, parsed, Optional.ofNullable(same), findings);
        CreditUse credits = record.credits(send.side());
        if (!review.judgeCall(send, !fresh.head.isBackward(), credits.inFlight(), findings)) {
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
      calls.replied(send.lastFrame());
      if (awaited) {
        calls.answered(callerSide, parsed.header());
      }
      calls.ended(send, callerSide, parsed);
      if (!parsed.header().truncated()) {
        review.grant(send, parsed.header().credits(), findings);
      }
    }
    arrived.add(new ArrivedSend(send, parsed, role, call, findings));
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

  @Override
  public void sendSettled(Send send) {
    ArrivedSend message = arrived.remove(send);
    if (message != null) {
      if (send.acknowledged()) {
        run.acknowledged(record, output.direction(send), send);
        if (shares != null) {
          shares.proven(send);
        }
      }
      settle(message);
    }
  }

  private void settle(ArrivedSend message) {
    if (!message.send().delivered()) {
      message
          .findings()
          .add(
              message
                  .send()
                  .finding(
                      RpcRdmaRules.NOT_DELIVERED.citing(connection.transport().delivery()),
                      message.send().whyNotDelivered()));
    }
    switch (message.role()) {
      case CALL -> {
        if (message.call().isPresent()) {
          calls.settleCall(message.call().get(), message);
        }
      }
      case REPEATED_CALL -> {
        if (message.call().isPresent()) {
          calls.settleRepeat(message.call().get(), message);
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
  public boolean advertises(int side, int handle, long address, long length) {
    return sides.get(side).hasMemory() && sides.get(side).memory().holds(handle, address, length);
  }

  @Override
  public boolean awaitsReply(int side, int xid) {
    return sides.get(side).call(xid) != null;
  }

  // ---- the life of the connection

  @Override
  public void join(ConnectionEvents other) {
    if (other instanceof RpcRdmaConnection joined) {
      sides.get(RdmaConnection.SECOND).join(joined.sides.get(RdmaConnection.FIRST));
      sides.get(RdmaConnection.FIRST).join(joined.sides.get(RdmaConnection.SECOND));
      arrived.join(joined.arrived);
      output.join(joined.output);
      if (shares != null && joined.shares != null) {
        shares.join(joined.shares);
      }
      if (joined.recognised && !recognised) {
        recognised = true;
        connection.forgetRequests();
        joined.record.protocol().ifPresent(record::carries);
      }
      review.join(joined.review);
      carried.join(joined.carried, recognised);
      if (!record.knowsServer() && joined.record.knowsServer()) {
        record.serverIs(RdmaConnection.opposite(joined.record.serverSide()));
      }
      takeOver(joined);
      calls.join(joined.calls);
      arrived.charge();
      joined.gone = true;
      joined.arrived.release();
      run.pages().give(COST);
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

  @Override
  public void closed(Ending ending) {
    if (gone) {
      return;
    }
    gone = true;
    run.pages().give(COST);
    calls.over();
    for (ConnectionSide side : sides) {
      calls.giveUp(side, ending);
      if (side.hasMemory()) {
        run.evictedSegments(recognised ? side.memory().evicted() : 0);
        side.memory().reset();
      }
    }
    arrived.close();
    calls.forgetRemembered(ending);
    if (shares != null) {
      shares.finish();
    }
    output.finish();
    connection.ended(new ConnectionEnd(how(ending), OptionalInt.empty(), "", 0, 0));
    if (connection.index().isPresent() || (recognised && connection.setup().isPresent())) {
      run.closed(record);
    } else if (!recognised) {
      connection.requests(RdmaConnection.FIRST).ifPresent(RequestCounters::finish);
      connection.requests(RdmaConnection.SECOND).ifPresent(RequestCounters::finish);
      run.closedWithoutRpc(record);
    }
  }

  private static ConnectionEnd.How how(Ending ending) {
    return switch (ending) {
      case DISCONNECTED -> ConnectionEnd.How.REPLACED;
      case CAPTURE_ENDED -> ConnectionEnd.How.CAPTURE_END;
      case EVICTED -> ConnectionEnd.How.EVICTED;
    };
  }
}
