package org.rdmadump.analysis.overview;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Findings of messages until their exchange is known. Besides its call and its reply an exchange
 * has messages that it does not hold: replies that their receiver refused, and repeats of its call.
 */
final class WaitingFindings {
  /** Messages that wait at a time; of more, those of the exchange that came first are left out. */
  private static final int MOST_MESSAGES = 1 << 14;

  /** By connection and XID. */
  private final Map<Long, Deque<Waiting>> byExchange = new LinkedHashMap<>();

  private int count;

  /**
   * A message that has findings.
   *
   * @param isOfItsXid whether it is of the exchange with its XID, though not its call or its reply
   */
  private record Waiting(
      long number, boolean isCallback, boolean isOfItsXid, List<CheckFinding> findings) {
    boolean isOf(long call, long reply, boolean ofCallback) {
      return number == call || number == reply || (isOfItsXid && isCallback == ofCallback);
    }
  }

  /** Takes a finding of a message. */
  void add(CheckFinding finding, RpcMessage message) {
    long key = key(message.connection(), message.header().xid());
    Deque<Waiting> same = byExchange.computeIfAbsent(key, any -> new ArrayDeque<>(2));
    Waiting last = same.peekLast();
    if (last == null || last.number() != message.number()) {
      last =
          new Waiting(
              message.number(),
              isCallback(message, message.isCall()),
              message.isRepeat() || !message.delivered(),
              new ArrayList<>(1));
      same.add(last);
      count++;
    }
    last.findings().add(finding);
    if (count > MOST_MESSAGES) {
      dropFirst();
    }
  }

  private void dropFirst() {
    Iterator<Deque<Waiting>> each = byExchange.values().iterator();
    Deque<Waiting> first = each.next();
    first.remove();
    count--;
    if (first.isEmpty()) {
      each.remove();
    }
  }

  /** {@return those of the messages of an exchange, which wait no longer} */
  List<CheckFinding> take(RpcExchange exchange) {
    if (byExchange.isEmpty()) {
      return List.of();
    }
    long key = key(exchange.connection(), exchange.xid());
    Deque<Waiting> same = byExchange.get(key);
    if (same == null) {
      return List.of();
    }
    List<CheckFinding> taken = new ArrayList<>();
    Optional<RpcMessage> call = exchange.call();
    Optional<RpcMessage> reply = exchange.reply();
    long callNumber = call.isPresent() ? call.get().number() : -1;
    long replyNumber = reply.isPresent() ? reply.get().number() : -1;
    boolean ofCallback =
        call.isPresent()
            ? isCallback(call.get(), /* isCall= */ true)
            : reply.isPresent() && isCallback(reply.get(), /* isCall= */ false);
    Iterator<Waiting> each = same.iterator();
    while (each.hasNext()) {
      Waiting waiting = each.next();
      if (waiting.isOf(callNumber, replyNumber, ofCallback)) {
        each.remove();
        count--;
        taken.addAll(waiting.findings());
      }
    }
    if (same.isEmpty()) {
      byExchange.remove(key);
    }
    return taken;
  }

  private static boolean isCallback(RpcMessage message, boolean isCall) {
    return message.direction() == (isCall ? Direction.BACKWARD : Direction.FORWARD);
  }

  private static long key(int connection, int xid) {
    return (long) connection << Integer.SIZE | Integer.toUnsignedLong(xid);
  }
}
