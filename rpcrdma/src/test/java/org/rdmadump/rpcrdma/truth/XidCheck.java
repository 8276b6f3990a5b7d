package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** Which messages there are, and which belong together. */
final class XidCheck {
  private final TracedCapture traced;
  private final List<String> differences = new ArrayList<>();

  private XidCheck(TracedCapture traced) {
    this.traced = traced;
  }

  /** Calls, replies, error answers and callbacks are those of the trace, each decoded once. */
  static List<String> messages(TracedCapture traced) {
    XidCheck check = new XidCheck(traced);
    KernelTrace trace = traced.trace();
    DecodedCapture decoded = traced.decoded();
    check.compare("call", traced.calls().keySet(), decoded.calls(Direction.FORWARD));
    List<RpcMessage> answers = new ArrayList<>(decoded.replies(Direction.BACKWARD));
    answers.addAll(decoded.errors());
    check.compare("answer", traced.replies(), answers);
    check.compare("RDMA_ERROR", trace.errors(), decoded.errors());
    check.compare("callback", trace.callbackCalls(), decoded.calls(Direction.BACKWARD));
    check.compare(
        "answer to a callback", trace.callbackReplies(), decoded.replies(Direction.FORWARD));
    decoded.messages().forEach(check::sound);
    return check.differences;
  }

  /** Every call is paired with its reply, and the reply names its call. */
  static List<String> pairs(TracedCapture traced) {
    XidCheck check = new XidCheck(traced);
    traced.decoded().exchanges().forEach(check::pair);
    int expected = traced.trace().callbackCalls().size();
    for (List<TracedCall> sent : traced.calls().values()) {
      expected += sent.size();
    }
    if (traced.decoded().exchanges().size() != expected) {
      check.differences.add(
          traced.decoded().exchanges().size() + " exchanges of " + expected + " calls");
    }
    return check.differences;
  }

  private void compare(String what, Set<Integer> expected, Collection<RpcMessage> messages) {
    TreeMap<Integer, Integer> found = new TreeMap<>(Integer::compareUnsigned);
    messages.forEach(message -> found.merge(message.header().xid(), 1, Integer::sum));
    TreeSet<Integer> all = new TreeSet<>(Integer::compareUnsigned);
    all.addAll(expected);
    all.addAll(found.keySet());
    for (int xid : all) {
      List<TracedCall> sent = traced.trace().calls().getOrDefault(xid, List.of());
      int times = expected.contains(xid) ? Math.max(1, sent.size()) : 0;
      int actual = found.getOrDefault(xid, 0);
      // An XID that was sent again has one or more answers.
      if (actual != times && !(times > 1 && actual >= 1 && !what.equals("call"))) {
        differences.add(
            what + " " + TracedCapture.hex(xid) + ": traced " + times + ", decoded " + actual);
      }
    }
  }

  private void sound(RpcMessage message) {
    String what = TracedCapture.hex(message.header().xid()) + " of frame " + message.sendFrame();
    if (message.rpc().isEmpty() && message.header().error().isEmpty()) {
      differences.add(what + " is neither RPC nor RDMA_ERROR");
    }
    if (message.rpc().flatMap(XidCheck::repeatOf).isPresent()
        && timesSent(message.header().xid()) < 2) {
      differences.add(what + " is said to be a repeat");
    }
    if (!message.delivered()) {
      differences.add(what + " is said not to be delivered");
    }
    if (message.header().malformed()) {
      differences.add(what + " is said to be malformed: " + message.findings());
    }
  }

  /** After a reconnect, a client sends calls without results again. */
  private int timesSent(int xid) {
    return traced.trace().calls().getOrDefault(xid, List.of()).size();
  }

  private static Optional<Long> repeatOf(RpcSummary rpc) {
    return rpc.repeatOf().isPresent() ? Optional.of(rpc.repeatOf().getAsLong()) : Optional.empty();
  }

  /** On another connection, because no answer came on this one. */
  private boolean wasSentAgain(RpcExchange exchange) {
    return traced.calls().getOrDefault(exchange.xid(), List.of()).size() > 1
        && traced.decoded().exchanges().stream()
            .anyMatch(each -> each.xid() == exchange.xid() && each.reply().isPresent());
  }

  private void pair(RpcExchange exchange) {
    String xid = TracedCapture.hex(exchange.xid());
    if (exchange.call().isPresent() && exchange.reply().isEmpty() && wasSentAgain(exchange)) {
      return;
    }
    if (exchange.call().isEmpty() || exchange.reply().isEmpty()) {
      differences.add(
          xid
              + ": call "
              + exchange.call().isPresent()
              + ", reply "
              + exchange.reply().isPresent());
      return;
    }
    RpcMessage call = exchange.call().get();
    RpcMessage reply = exchange.reply().get();
    if (call.header().xid() != exchange.xid()
        || reply.header().xid() != exchange.xid()
        || call.connection() != reply.connection()
        || call.direction() == reply.direction()) {
      differences.add(xid + ": pairs frames " + call.sendFrame() + " and " + reply.sendFrame());
    }
    if (reply.rpc().isPresent() && reply.rpc().get().callNumber().orElse(0) != call.number()) {
      differences.add(
          xid + ": call is message " + call.number() + ", not " + reply.rpc().get().callNumber());
    }
  }
}
