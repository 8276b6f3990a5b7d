package org.rdmadump.rpcrdma.call;

import java.util.Iterator;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.call.CallDigest.Likeness;

/**
 * Calls that have no reply, or one without results such as RDMA_ERROR or GARBAGE_ARGS, of all
 * connections of a run: after a reconnect the client sends them again with the same XID (RFC 8166
 * section 3.3.3, RFC 5531 section 9). Of too many the oldest are forgotten.
 */
public final class UnansweredCalls {
  private static final int MOST_CALLS = 1024;
  private static final int HASH_FACTOR = 31;

  /** Clients reconnect, or give up, within minutes; later their XIDs may have come round. */
  private static final long LONGEST_NANOS = 600_000_000_000L;

  /**
   * A client that leaves a connection whose end is not in the capture waited for a reply before;
   * two connections that begin at once can have equal first calls under way.
   */
  private static final long LEAST_SILENCE_NANOS = 1_000_000_000L;

  /** By XID and a hash of the addresses, which are compared then. */
  private final Map<Long, Left> calls = new RecentMap<>(MOST_CALLS);

  /** Those that got results over one of several connections, by the numbers of the first calls. */
  private final Map<Long, Boolean> answered = new RecentMap<>(MOST_CALLS);

  /** Calls that counted as unanswered before another connection brought an answer. */
  private long answeredLater;

  private enum Why {
    IN_FLIGHT,
    GIVEN_UP,
    REFUSED
  }

  /** What is kept of a call. */
  private static final class Left {
    final RpcCallHeader header;
    final CallDigest digest;
    final IpAddress client;
    final IpAddress server;

    /** Where it was sent first, and the number of its message there. */
    final int connection;

    final long number;

    /** Where it was sent last, until that is known to have ended. */
    @Nullable CallOwner live;

    /** When it was sent last. */
    long nanos;

    /** In which frame it was sent or refused last. */
    long frame;

    /** Whether no finding says yet that it had no results, and no packet is missing that may. */
    boolean doubtful;

    /** Whether it was refused where it was sent last. */
    boolean refused;

    /** Whether it counts as unanswered. */
    boolean counts;

    Left(RpcCallHeader header, CallDigest digest, HandedOut message) {
      this.header = header;
      this.digest = digest;
      this.client = message.route().source().address();
      this.server = message.route().destination().address();
      this.connection = message.route().connection();
      this.number = message.number();
    }

    void sent(@Nullable CallOwner on, long atNanos, long inFrame) {
      live = on;
      nanos = atNanos;
      frame = inFrame;
      if (on != null) {
        on.leavesCalls();
      }
    }

    /** Whether the connection that carried it last has ended, or went silent since. */
    boolean isLeft(long now) {
      CallOwner on = live;
      return on == null
          || on.hasEnded()
          || (on.lastReplyFrame() <= frame && now - nanos >= LEAST_SILENCE_NANOS);
    }

    /** Connections are told apart by identity. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOn(CallOwner connection) {
      return live == connection;
    }

    boolean isOf(CallInFlight call) {
      HandedOut message = call.handedOut();
      OptionalLong repeatOf = call.repeatOf();
      return (message != null && number == message.number())
          || (repeatOf.isPresent() && number == repeatOf.getAsLong());
    }
  }

  /**
   * Takes in a call that was handed out and is given up without a reply.
   *
   * @param on the connection that carried it
   * @param over whether that has ended
   */
  public void unanswered(CallInFlight call, CallOwner on, boolean over) {
    put(call, on, over, call.send.lastFrame(), Why.GIVEN_UP);
  }

  /**
   * Takes in a call that was handed out and got an answer without results.
   *
   * @param frame of the answer
   */
  public void refused(CallInFlight call, CallOwner on, long frame) {
    put(call, on, /* over= */ false, frame, Why.REFUSED);
  }

  /** Takes in a call that was handed out and may still be answered. */
  void inFlight(CallInFlight call, CallOwner on) {
    put(call, on, /* over= */ false, call.send.lastFrame(), Why.IN_FLIGHT);
  }

  private void put(CallInFlight call, CallOwner owner, boolean over, long frame, Why why) {
    HandedOut message = call.handedOut();
    CallDigest digest = call.digest();
    if (message == null
        || digest == null
        || call.rpc().isEmpty()
        || message.missing() == null
        || message.length() < 0) {
      return;
    }
    @Nullable CallOwner on = over ? null : owner;
    boolean doubtful = isDoubtful(call, why) && !owner.mayLackReplies();
    Long key = key(call, message);
    Left before = calls.get(key);
    if (before != null && before.isOf(call)) {
      if (why != Why.IN_FLIGHT) {
        before.sent(on, call.send.lastNanos(), frame);
        before.doubtful &= doubtful;
      }
      if (why == Why.REFUSED) {
        before.refused = true;
        takeBack(before);
      }
    } else if (!answered.containsKey(first(call, message))) {
      boolean older = before != null && before.number > message.number();
      // A repeat stands for its first call, and is remembered as that or not at all.
      if (call.isRepeat() || (why == Why.IN_FLIGHT && older)) {
        return;
      }
      calls.remove(key);
      Left left = new Left(call.rpc().get(), digest, message);
      left.sent(on, call.send.lastNanos(), frame);
      left.doubtful = doubtful;
      left.refused = why == Why.REFUSED;
      calls.put(key, left);
    }
    call.remembered();
  }

  private static Long key(CallInFlight call, HandedOut message) {
    return key(
        call.xid, message.route().source().address(), message.route().destination().address());
  }

  private static Long first(CallInFlight call, HandedOut message) {
    return call.repeatOf().orElse(message.number());
  }

  private static boolean isDoubtful(CallInFlight call, Why why) {
    for (Finding each : call.exchangeFindings()) {
      if (each.rule().equals(RpcRdmaRules.NO_REPLY)) {
        return false;
      }
    }
    return why != Why.REFUSED;
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Takes in a call that had results. */
  public void answered(CallInFlight call) {
    HandedOut message = call.handedOut();
    if (message != null) {
      answered.put(first(call, message), true);
      Left left = remove(call, message);
      if (left != null) {
        takeBack(left);
      }
    }
  }

  private void takeBack(Left left) {
    answeredLater += left.counts ? 1 : 0;
    left.counts = false;
  }

  /** Forgets a call of which nothing is known any more. */
  public void remove(CallInFlight call) {
    HandedOut message = call.handedOut();
    if (message != null) {
      remove(call, message);
    }
  }

  private @Nullable Left remove(CallInFlight call, HandedOut message) {
    Long key = key(call, message);
    Left left = calls.get(key);
    if (left == null || !left.isOf(call)) {
      return null;
    }
    calls.remove(key);
    return left;
  }

  /**
   * Whether a call that is given up is one more without an answer: however often a client sends it,
   * it counts once, and not if any connection brought the answer.
   */
  boolean isOneMore(CallInFlight call) {
    HandedOut message = call.handedOut();
    if (message == null) {
      return true;
    }
    if (answered.containsKey(first(call, message))) {
      return false;
    }
    Left left = calls.get(key(call, message));
    if (left == null || !left.isOf(call)) {
      return true;
    }
    boolean isOneMore = !left.counts && !left.refused;
    left.counts |= isOneMore;
    return isOneMore;
  }

  /** How many calls were {@linkplain #isOneMore one more} before an answer came. */
  long answeredLater() {
    return answeredLater;
  }

  /** Notes that a connection ended. */
  public void ended(CallOwner connection) {
    move(connection, null);
  }

  /** Notes that a connection goes on as another one. */
  public void move(CallOwner from, @Nullable CallOwner to) {
    for (Left each : calls.values()) {
      if (each.isOn(from)) {
        each.live = to;
      }
    }
  }

  /** Forgets the calls of a connection of which no more is known. */
  public void removeAll(CallOwner connection) {
    Iterator<Left> all = calls.values().iterator();
    while (all.hasNext()) {
      if (all.next().isOn(connection)) {
        all.remove();
      }
    }
  }

  /**
   * Notes if a call was sent before over another connection, and not answered there.
   *
   * @param draft the rebuilt call
   * @param connection that carries it
   */
  public void compare(
      CallInFlight call, Draft draft, IpAddress client, IpAddress server, CallOwner connection) {
    if (!calls.isEmpty() && !call.isRepeat()) {
      compareWithLeft(call, draft, client, server, connection);
    }
  }

  private void compareWithLeft(
      CallInFlight call, Draft draft, IpAddress client, IpAddress server, CallOwner connection) {
    Left first = find(call, client, server, connection);
    if (first != null) {
      call.repeats(first.number);
      draft.findings.add(
          call.send.finding(
              RpcRdmaRules.REPEATED,
              "repeats the call of message "
                  + first.number
                  + ", which went without results on connection "
                  + first.connection));
      if (first.doubtful) {
        first.doubtful = false;
        draft.findings.add(
            call.send.finding(
                RpcRdmaRules.NO_REPLY,
                "message "
                    + first.number
                    + ", the same call, had no reply on connection "
                    + first.connection));
      }
    }
  }

  /**
   * Finds the call that another connection between the same addresses carried before, and that was
   * left there. Where nothing tells of the arguments, it is not guessed whether they are the same.
   *
   * @param call that is carried now
   * @param connection that carries it
   */
  private @Nullable Left find(
      CallInFlight call, IpAddress client, IpAddress server, CallOwner connection) {
    Left left = calls.get(key(call.xid, client, server));
    CallDigest digest = call.digest();
    if (left == null || digest == null || call.rpc().isEmpty()) {
      return null;
    }
    RpcCallHeader header = call.rpc().get();
    long now = call.send.lastNanos();
    if (left.isOn(connection)
        || !left.client.equals(client)
        || !left.server.equals(server)
        || digest.compare(header, left.digest, left.header) != Likeness.SAME
        || now - left.nanos > LONGEST_NANOS
        || !left.isLeft(now)) {
      return null;
    }
    @Nullable CallOwner on = left.live;
    left.doubtful &= on == null || !on.mayLackReplies();
    left.sent(connection, now, call.send.lastFrame());
    left.refused = false;
    call.remembered();
    return left;
  }

  private static long key(int xid, IpAddress client, IpAddress server) {
    return (long) (HASH_FACTOR * client.hashCode() + server.hashCode()) << Integer.SIZE
        | Integer.toUnsignedLong(xid);
  }
}
