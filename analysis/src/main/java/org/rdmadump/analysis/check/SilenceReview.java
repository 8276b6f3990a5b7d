package org.rdmadump.analysis.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.rule.CheckRules;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.tcp.TcpRules;

/**
 * Tells of the time in which nothing new moved over a connection although a call waited: the server
 * or the network stood still, and what was sent again is nothing new. A call that takes long while
 * others are answered is another matter.
 *
 * <p>Of each silence the first answer behind it to such a call tells; of one that lasts until the
 * end of the capture, the first call that is given up then.
 */
final class SilenceReview {
  /** Longer than a transport takes for most of what it tries again. */
  static final long LONG_NANOS = 5_000_000_000L;

  /** With so many bytes that are of no message so far, data of another one moved meanwhile. */
  private static final long OTHER_BYTES = 1 << 16;

  private static final double NANOS_PER_SECOND = 1e9;

  /** As many connections as are followed at a time. */
  private static final int MOST_CONNECTIONS = 12_288;

  private final Map<Integer, Course> connections = new RecentMap<>(MOST_CONNECTIONS);

  /** What is known of a connection. */
  private static final class Course {
    private final @Nullable ConnectionRecord record;
    private long bytes;

    /** When something was last seen to move, and where. */
    private long latest = Long.MIN_VALUE;

    private long latestFrame;

    /** The last long silence that nobody told of: when and where it began, how long it lasted. */
    private long silentSince;

    private long silentFrom;
    private long silence;

    /** A call that was given up, and that the silence before the end is of. */
    private @Nullable RpcMessage waiting;

    Course(@Nullable ConnectionRecord record) {
      this.record = record;
    }

    /** Bytes that passed, those of messages that are not handed out included. */
    long passed() {
      return record == null ? 0 : record.bytes();
    }

    /**
     * Takes something that moved, with the silence before it if that is the longest of a message.
     *
     * @param longest the longest of that message so far
     * @param last when its last packet came, which was {@code frame}
     * @return the longest of that message
     */
    long moves(long longest, long first, long last, long frame) {
      long after = longest;
      if (latest != Long.MIN_VALUE && first - latest >= LONG_NANOS && first - latest > longest) {
        after = first - latest;
        silence = after;
        silentSince = latest;
        silentFrom = latestFrame;
      }
      if (last >= latest) {
        latest = last;
        latestFrame = frame;
      }
      return after;
    }

    /**
     * Takes data that passed behind what was last seen to move: of a message to come, or of none.
     */
    void takeRest() {
      if (record != null) {
        takeRest(record.traffic(Direction.FORWARD));
        takeRest(record.traffic(Direction.BACKWARD));
      }
    }

    private void takeRest(TrafficCounters traffic) {
      if (traffic.lastNewFrame() != 0 && traffic.lastNewNanos() > latest) {
        latest = traffic.lastNewNanos();
        latestFrame = traffic.lastNewFrame();
      }
    }
  }

  private Course course(int connection, @Nullable ConnectionRecord record) {
    Course known = connections.get(connection);
    if (known == null) {
      known = new Course(record);
      connections.put(connection, known);
    }
    return known;
  }

  /** Takes a connection, before its messages. */
  void opened(ConnectionRecord record) {
    if (record.index().isPresent()) {
      course(record.index().getAsInt(), record);
    }
  }

  /** Takes a message. */
  void message(RpcMessage message) {
    Course course = course(message.connection(), null);
    long passed = course.passed();
    long own = message.sendLength();
    long sent = message.sendNanos();
    long longest = 0;
    // Operations are in the order of their first frames, and the Send before or behind them.
    if (message.transfers().isEmpty() || sent <= message.transfers().get(0).firstNanos()) {
      longest = course.moves(longest, sent, sent, message.sendFrame());
    }
    for (RdmaTransfer each : message.transfers()) {
      own += each.transferred();
      longest = course.moves(longest, each.firstNanos(), each.lastNanos(), each.lastFrame());
    }
    longest = course.moves(longest, sent, sent, message.sendFrame());
    if (longest > 0 && (isDark(message) || passed - course.bytes - own > OTHER_BYTES)) {
      course.silence = 0;
    }
    course.bytes = passed;
  }

  /** Whether something may have moved that the capture does not show. */
  private static boolean isDark(RpcMessage message) {
    for (Finding each : message.findings()) {
      if (each.rule().equals(IbRules.NOT_CAPTURED) || each.rule().equals(TcpRules.HOLE)) {
        return true;
      }
    }
    return false;
  }

  /** {@return what is to be told of an exchange, if its call waited in silence} */
  Optional<Finding> judge(RpcExchange exchange) {
    Course course = course(exchange.connection(), null);
    if (exchange.call().isEmpty()) {
      return Optional.empty();
    }
    RpcMessage call = exchange.call().get();
    if (exchange.reply().isEmpty()) {
      for (Finding each : exchange.findings()) {
        if (each.rule().equals(RpcRdmaRules.IN_FLIGHT_AT_END) && course.waiting == null) {
          course.waiting = call;
        }
      }
      return Optional.empty();
    }
    if (course.silence == 0 || call.sendNanos() > course.silentSince) {
      return Optional.empty();
    }
    long silence = course.silence;
    course.silence = 0;
    return Optional.of(
        finding(
            exchange.reply().get().sendFrame(),
            silence,
            course.silentFrom,
            "while the call of frame " + call.sendFrame() + " waited"));
  }

  /**
   * {@return calls that waited in silence when the capture ended at a time, one of a connection}
   */
  List<RpcMessage> waiting(long endNanos) {
    List<RpcMessage> waiting = new ArrayList<>();
    for (Course course : connections.values()) {
      course.takeRest();
      if (course.waiting != null && endNanos - course.latest >= LONG_NANOS) {
        waiting.add(course.waiting);
      }
    }
    return waiting;
  }

  /** {@return what is to be told of a call that {@linkplain #waiting waits} at the end} */
  Finding judgeAtEnd(RpcMessage call, long endNanos) {
    Course course = course(call.connection(), null);
    return finding(
        call.sendFrame(),
        endNanos - course.latest,
        course.latestFrame,
        "to the end of the capture, and this call waits");
  }

  private static Finding finding(long frame, long silence, long from, String what) {
    return new Finding(
        CheckRules.SILENCE,
        frame,
        -1,
        String.format(
            Locale.ROOT,
            "nothing new moved for %.2f s after frame %d, %s",
            silence / NANOS_PER_SECOND,
            from,
            what));
  }
}
