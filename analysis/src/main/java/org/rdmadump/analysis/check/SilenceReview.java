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
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.tcp.TcpRules;

/**
 * Finds silences: times when a call waited and nothing new moved over its connection. The server or
 * the network stood still; retransmissions are not new data. A slow call is no silence while other
 * calls are answered.
 *
 * <p>The first reply after a silence to a call that waited reports the silence. At the end of its
 * connection or of the capture, the first call that still waits reports it.
 */
final class SilenceReview {
  /** The shortest silence: longer than most retransmission timeouts of a transport. */
  static final long LONG_NANOS = 5_000_000_000L;

  /** If more unexplained bytes passed, data of another message moved in the meantime. */
  private static final long OTHER_BYTES = 1 << 16;

  private static final double NANOS_PER_SECOND = 1e9;

  /** Connections followed at a time. */
  private static final int MOST_CONNECTIONS = 12_288;

  private final Map<Integer, Course> connections = new RecentMap<>(MOST_CONNECTIONS);
  private final CheckListener listener;

  /** Tells a listener of each silence. */
  SilenceReview(CheckListener listener) {
    this.listener = listener;
  }

  /** The state of a connection. */
  private static final class Course {
    /** Null if it is not known, or has ended: it holds several times as much as this. */
    private @Nullable ConnectionRecord record;

    private long bytes;

    /** Time and frame of the latest new data. */
    private long latest = Long.MIN_VALUE;

    private long latestFrame;

    /** The last unreported silence: its start (time and frame) and its length. */
    private long silentSince;

    private long silentFrom;
    private long silence;

    /** The first call still in flight at the end of the capture. */
    private @Nullable RpcMessage waiting;

    /** The first call of which it is certain that its connection ended without a reply. */
    private @Nullable RpcMessage unanswered;

    Course(@Nullable ConnectionRecord record) {
      this.record = record;
    }

    /** Bytes that passed, including bytes of messages not handed out. */
    long passed() {
      return record == null ? 0 : record.bytes();
    }

    /**
     * Takes new data, with the silence before it if it is the longest of this message.
     *
     * @param longest the longest silence of this message so far
     * @param first time of its first packet
     * @param last time of its last packet, in {@code frame}
     * @return the longest silence of this message
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

    /** Takes data newer than the latest message: part of an unfinished message, or of none. */
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

  /**
   * Takes a connection, after its messages.
   *
   * @return a call that waited in silence when it ended, if there is one
   */
  Optional<RpcMessage> closed(ConnectionRecord record) {
    Course known = record.index().isPresent() ? connections.get(record.index().getAsInt()) : null;
    RpcMessage unanswered = null;
    if (known != null) {
      known.takeRest();
      known.record = null;
      boolean ended =
          record.end().isPresent() && record.end().get().how() != ConnectionEnd.How.CAPTURE_END;
      // A side ended the connection, even if the other side's consent was not captured.
      if (ended || (known.waiting != null && isOneSided(record, known.waiting.direction()))) {
        known.waiting = null;
      }
      boolean silent =
          record.end().isPresent() && record.end().get().epochNanos() - known.latest >= LONG_NANOS;
      unanswered = ended && silent ? known.unanswered : null;
      known.unanswered = null;
    }
    return Optional.ofNullable(unanswered);
  }

  /** Whether the answers to a direction were not captured: without any, its calls would repeat. */
  private static boolean isOneSided(ConnectionRecord record, Direction calling) {
    return record.traffic(calling.opposite()).packets() == 0
        && record.traffic(calling).retransmitted() == 0;
  }

  /** Takes a message. */
  void message(RpcMessage message) {
    Course course = course(message.connection(), null);
    long passed = course.passed();
    long own = message.sendLength();
    // The first copy of the Send: later ones are not new.
    long sent = message.sendBeginNanos();
    long longest = 0;
    List<RdmaTransfer> transfers = message.transfers();
    // Operations come in the order of their first frames, the Send before or after them.
    boolean sendFirst = transfers.isEmpty() || sent <= transfers.get(0).firstNanos();
    boolean later = sent < message.sendNanos();
    long frame = sendFirst && later ? message.firstFrame() : message.sendFrame();
    if (sendFirst) {
      longest = course.moves(longest, sent, sent, frame);
    }
    for (int i = 0; i < transfers.size(); i++) {
      RdmaTransfer each = transfers.get(i);
      own += each.transferred();
      longest = course.moves(longest, each.firstNanos(), each.lastNanos(), each.lastFrame());
    }
    longest = course.moves(longest, sent, sent, frame);
    if (longest > 0 && (isDark(message) || passed - course.bytes - own > OTHER_BYTES)) {
      course.silence = 0;
    }
    course.bytes = passed;
  }

  /** Whether the capture may lack data that moved. */
  private static boolean isDark(RpcMessage message) {
    for (Finding each : message.findings()) {
      if (each.rule().equals(IbRules.NOT_CAPTURED) || each.rule().equals(TcpRules.HOLE)) {
        return true;
      }
    }
    return false;
  }

  /** {@return the finding of a call that {@linkplain #closed waited} at the end of a connection} */
  Finding judgeClosed(RpcMessage call, ConnectionEnd end) {
    return judgeAtEnd(
        call,
        end.epochNanos(),
        Silence.Until.CONNECTION_END,
        "to the end of the connection, and this call waited");
  }

  /** {@return the finding of an exchange whose call waited in silence} */
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
        } else if (each.rule().equals(RpcRdmaRules.NO_REPLY) && course.unanswered == null) {
          course.unanswered = call;
        }
      }
      return Optional.empty();
    }
    if (course.silence == 0 || call.sendBeginNanos() > course.silentSince) {
      return Optional.empty();
    }
    long silence = course.silence;
    course.silence = 0;
    listener.silence(new Silence(silence, course.silentFrom, call, Silence.Until.REPLY));
    return Optional.of(
        finding(
            exchange.reply().get().sendFrame(),
            silence,
            course.silentFrom,
            "while the call of frame " + call.sendFrame() + " waited"));
  }

  /** {@return calls that waited in silence at the end of the capture, one for each connection} */
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

  /** {@return the finding of a call that {@linkplain #waiting waits} at the end} */
  Finding judgeAtEnd(RpcMessage call, long endNanos) {
    return judgeAtEnd(
        call,
        endNanos,
        Silence.Until.CAPTURE_END,
        "to the end of the capture, and this call waits");
  }

  private Finding judgeAtEnd(RpcMessage call, long endNanos, Silence.Until until, String what) {
    Course course = course(call.connection(), null);
    long silence = endNanos - course.latest;
    listener.silence(new Silence(silence, course.latestFrame, call, until));
    return finding(call.sendFrame(), silence, course.latestFrame, what);
  }

  private static Finding finding(long frame, long silence, long from, String what) {
    return new Finding(
        CheckRules.SILENCE,
        frame,
        -1,
        String.format(
            Locale.US,
            "nothing new moved for %.2f s after frame %d, %s",
            silence / NANOS_PER_SECOND,
            from,
            what));
  }
}
