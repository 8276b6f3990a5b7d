package org.rdmadump.rpcrdma.call;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.call.CallDigest.Likeness;

/**
 * Whether a call that was sent on the same connection as another one with its XID is that call
 * again. While that waits, both list the same memory; behind its answer, memory of the same lengths
 * is enough where nothing tells of the arguments.
 */
public final class SameCall {
  private SameCall() {}

  /**
   * Notes if a call is one that was answered before: a client may use the XID for another call
   * then.
   *
   * @param draft of the call, which was put together
   */
  public static void compare(CallInFlight call, AnsweredCall answered, Draft draft) {
    if (answered.first() != 0 && isRepeat(call, answered)) {
      call.repeats(answered.first(), answered.answeredBy());
      draft.findings.add(
          call.send.finding(
              RpcRdmaRules.REPEATED,
              "repeats the call of message " + answered.first() + ", which was answered"));
    }
  }

  private static boolean isRepeat(CallInFlight call, AnsweredCall answered) {
    CallDigest digest = call.digest();
    if (digest == null || call.rpc().isEmpty() || answered.rpc().isEmpty()) {
      return false;
    }
    Likeness likeness = digest.compare(call.rpc().get(), answered.digest(), answered.rpc().get());
    return likeness == Likeness.SAME
        || (likeness == Likeness.OPEN && answered.memory().isLikeThatOf(call.parsed));
  }

  /** Whether a Send that arrived is a call that waits for its reply. */
  static boolean isRepeat(CallInFlight call, Send send, ParsedHeader parsed, MessageReading by) {
    return call.parsed.hasSameChunks(parsed) && compare(call, send, parsed, by) != Likeness.OTHER;
  }

  private static Likeness compare(
      CallInFlight call, Send send, ParsedHeader parsed, MessageReading by) {
    if (parsed.carriesMessage() != call.parsed.carriesMessage()) {
      return Likeness.OTHER;
    }
    Rope inline = parsed.carriesMessage() ? parsed.inline(send.payload()) : null;
    if (inline == null) {
      return Likeness.OPEN;
    }
    CallHead head = new CallHead();
    Finding unused = head.read(inline, parsed, send.lastFrame(), by);
    CallDigest first = digest(call);
    if (first == null || call.rpc().isEmpty() || head.whole().isEmpty()) {
      return mayBeOne(call.identity(), head.identity()) ? Likeness.OPEN : Likeness.OTHER;
    }
    RpcCallHeader header = head.whole().get();
    return CallDigest.of(inline, send.endSeen(), header).compare(header, first, call.rpc().get());
  }

  /** Of what was handed out it is kept; before that, the bytes are there. */
  private static @Nullable CallDigest digest(CallInFlight call) {
    if (call.isEmitted() || call.rpc().isEmpty()) {
      return call.digest();
    }
    Rope inline = call.inline();
    return inline == null ? null : CallDigest.of(inline, call.send.endSeen(), call.rpc().get());
  }

  private static boolean mayBeOne(CallIdentity one, CallIdentity other) {
    return mayBeOne(one.program(), other.program())
        && mayBeOne(one.version(), other.version())
        && mayBeOne(one.procedure(), other.procedure());
  }

  private static boolean mayBeOne(OptionalInt one, OptionalInt other) {
    return one.isEmpty() || other.isEmpty() || one.getAsInt() == other.getAsInt();
  }
}
