package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/** Makes exchanges of calls and what answers them, and of messages that have no other. */
public final class Exchanges {
  private Exchanges() {}

  /** A call with its reply, and Reads that asked again for what was there. */
  public static RpcExchange of(CallInFlight call, RpcMessage reply) {
    RpcMessage message = call.message();
    return new RpcExchange(
        call.xid,
        reply.connection(),
        Optional.ofNullable(message),
        Optional.of(reply),
        reply.rpc().isPresent() ? reply.rpc().get().timing() : Optional.empty(),
        call.memory().reads.isEmpty() && (message == null || message.transfers().isEmpty())
            ? reply.transfers()
            : transfers(call, reply),
        call.exchangeFindings(),
        call.findingsOfRefused());
  }

  private static List<RdmaTransfer> transfers(CallInFlight call, RpcMessage reply) {
    List<RdmaTransfer> transfers = new ArrayList<>(reply.transfers());
    RpcMessage message = call.message();
    if (message != null) {
      transfers.addAll(0, message.transfers());
    }
    int known = transfers.size();
    for (RdmaSegment segment : call.memory().distinctReads()) {
      addUnlisted(segment, transfers);
    }
    if (transfers.size() > known) {
      transfers.sort(Draft.BY_FIRST_FRAME);
    }
    return transfers;
  }

  /** A call that has no reply, or none that belongs to it. */
  public static RpcExchange withoutReply(CallInFlight call, RpcMessage message) {
    return new RpcExchange(
        call.xid,
        message.connection(),
        Optional.of(message),
        Optional.empty(),
        Optional.empty(),
        transfersWithoutReply(call, message),
        call.exchangeFindings(),
        call.findingsOfRefused());
  }

  /**
   * Notes that the connection of a call ended without a reply.
   *
   * @param certain whether the capture shows that there was none
   */
  public static void noteUnanswered(CallInFlight call, boolean certain) {
    call.noteOfExchange(
        certain
            ? call.send.finding(RpcRdmaRules.NO_REPLY, "the connection ended without a reply")
            : call.send.finding(
                RpcRdmaRules.REPLY_NOT_CAPTURED,
                "no reply was captured before the connection ended"));
  }

  /**
   * Notes that the capture ended without a reply to a call.
   *
   * @param isMissing whether packets are missing, and a reply may be among them
   */
  public static void noteInFlight(CallInFlight call, boolean isMissing) {
    call.noteOfExchange(
        isMissing
            ? call.send.finding(
                RpcRdmaRules.REPLY_NOT_CAPTURED, "no reply was captured before the capture ended")
            : call.send.finding(
                RpcRdmaRules.IN_FLIGHT_AT_END, "the capture ended without a reply"));
  }

  /** What moved for a call that has no reply to list it: results may have been on their way. */
  private static List<RdmaTransfer> transfersWithoutReply(CallInFlight call, RpcMessage message) {
    List<RdmaTransfer> transfers = new ArrayList<>(message.transfers());
    for (RdmaSegment segment : call.memory().segments()) {
      addUnlisted(segment, transfers);
    }
    transfers.sort(Draft.BY_FIRST_FRAME);
    return transfers;
  }

  private static void addUnlisted(RdmaSegment segment, List<RdmaTransfer> into) {
    for (RdmaSubSegment moved : segment.subSegments()) {
      if (!moved.isListed()) {
        into.add(moved.summary());
      }
    }
  }

  /**
   * A reply whose call is not known.
   *
   * @param unread what it answers that was no call, being wrong
   */
  public static RpcExchange withoutCall(Optional<RpcMessage> unread, RpcMessage reply) {
    return new RpcExchange(
        reply.header().xid(),
        reply.connection(),
        unread,
        Optional.of(reply),
        Optional.empty(),
        reply.transfers(),
        Collections.emptyList());
  }

  /** An RDMA_ERROR that answers no call, but perhaps another message. */
  public static RpcExchange ofError(Optional<RpcMessage> cause, RpcMessage error) {
    return new RpcExchange(
        error.header().xid(),
        error.connection(),
        cause,
        Optional.of(error),
        Optional.empty(),
        Collections.emptyList(),
        Collections.emptyList());
  }

  /** A message that nothing answers and that answers nothing. */
  public static RpcExchange alone(RpcMessage message) {
    boolean forward = message.direction() == Direction.FORWARD;
    return new RpcExchange(
        message.header().xid(),
        message.connection(),
        forward ? Optional.of(message) : Optional.empty(),
        forward ? Optional.empty() : Optional.of(message),
        Optional.empty(),
        message.transfers(),
        Collections.emptyList());
  }
}
