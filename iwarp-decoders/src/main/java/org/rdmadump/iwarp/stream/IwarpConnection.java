package org.rdmadump.iwarp.stream;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.mpa.Beginning;
import org.rdmadump.iwarp.mpa.MpaStreams;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.tcp.DoubtfulSyn;
import org.rdmadump.tcp.TcpConnection;
import org.rdmadump.tcp.TcpSegment;
import org.rdmadump.tcp.TcpStream;

/**
 * A TCP connection that carries iWARP, or may. Until MPA is seen on it, it is on probation: nothing
 * is told of it.
 */
final class IwarpConnection extends UseOrder.Member<IwarpConnection> {
  private enum State {
    /** Nothing is known of it. */
    PROBATION,
    /** It carries MPA. */
    FOLLOWED,
    /** It carried MPA, and is closed. */
    OVER,
    /** It is closed, and never carried MPA as far as is known. */
    NOT_MPA
  }

  private final IwarpConnections table;
  private final ConnectionKey key;
  private final IwarpFlow[] flows;
  private final MpaStreams streams;
  private final TcpConnection tcp;
  private final IwarpEnd end;
  private final StartUps startUps = new StartUps();
  private final IwarpReport report;
  private final TrafficCounters[] traffic = {new TrafficCounters(), new TrafficCounters()};
  private final boolean[] notMpa = new boolean[2];
  private State state = State.PROBATION;

  private @Nullable Successor successor;

  /** How many were added to the table before. */
  private long order;

  /**
   * A connection.
   *
   * @param table that it is in
   * @param key its addresses and ports; side {@link RdmaConnection#FIRST} is the first of them
   * @param first how the stream of that side may begin
   * @param second how the other may begin
   */
  IwarpConnection(IwarpConnections table, ConnectionKey key, Beginning first, Beginning second) {
    this.table = table;
    this.key = key;
    IwarpRun run = table.run();
    report = new IwarpReport(this, run, startUps);
    flows =
        new IwarpFlow[] {
          new IwarpFlow(this, RdmaConnection.FIRST, run),
          new IwarpFlow(this, RdmaConnection.SECOND, run)
        };
    streams = new MpaStreams(flows[0], first, flows[1], second, run.memory());
    tcp = new TcpConnection(stream(flows[0], run), stream(flows[1], run));
    end = new IwarpEnd(tcp, run.findings());
  }

  /** Says how many were added to the table before. */
  void order(long addedBefore) {
    order = addedBefore;
  }

  /** How many were added to the table before. */
  long order() {
    return order;
  }

  private TcpStream stream(IwarpFlow flow, IwarpRun run) {
    return new TcpStream(
        streams.inlet(flow.side()), flow, run.memory(), run.recent(), run.damage());
  }

  @Override
  protected IwarpConnection self() {
    return this;
  }

  ConnectionKey key() {
    return key;
  }

  IwarpFlow flow(int side) {
    return flows[side];
  }

  boolean isFollowed() {
    return state == State.FOLLOWED;
  }

  /** Whether MPA was seen on it. */
  boolean wasFollowed() {
    return state == State.FOLLOWED || state == State.OVER;
  }

  boolean isClosed() {
    return state == State.OVER || state == State.NOT_MPA;
  }

  /** Segments that were counted for it. */
  long packets() {
    return traffic[0].packets() + traffic[1].packets();
  }

  boolean isOfAnother(TcpSegment segment, int side) {
    return tcp.isOfAnother(segment, side);
  }

  /** Whether a SYN may be a stray one, which its receiver does not heed. */
  boolean isOpen() {
    return !isClosed() && tcp.isOpen() && (isFollowed() || tcp.isTwoSided());
  }

  /** The connection that a SYN may have begun in its place, if there was one. */
  @Nullable Successor successor() {
    return successor;
  }

  /** Takes note of a SYN that {@code side} sent, and that {@code fresh} took. */
  void mayBeFollowedBy(IwarpConnection fresh, int side, int freshSide) {
    successor = new Successor(fresh, new DoubtfulSyn(tcp, side, fresh.tcp, freshSide));
  }

  /** Whether a segment that {@code side} sent is damaged, so that the other side drops it. */
  boolean drops(TcpSegment segment, int side) {
    if (state != State.FOLLOWED || !tcp.drops(segment, side)) {
      return false;
    }
    count(segment, side);
    return true;
  }

  /**
   * Takes a segment that {@code side} sent if it is the next in line, as with nearly all.
   *
   * @return whether it was taken
   */
  boolean takeNext(TcpSegment segment, int side) {
    if (state != State.FOLLOWED || !tcp.takeNext(segment, side)) {
      return false;
    }
    count(segment, side);
    flows[side].overdue(segment.epochNanos());
    return true;
  }

  private void count(TcpSegment segment, int side) {
    traffic[side].packet(segment.payloadLength(), segment.frameNumber(), segment.epochNanos());
  }

  /** Takes a segment that {@code side} sent. */
  void take(TcpSegment segment, int side) {
    if (isClosed()) {
      if (wasFollowed()) {
        end.leftOut(segment, side, traffic[side]);
      }
      return;
    }
    count(segment, side);
    end.note(segment, side);
    tcp.take(segment, side);
    end.verify();
    if (tcp.isEnded()) {
      close(ConnectionEvents.Ending.DISCONNECTED);
    } else {
      flows[side].overdue(segment.epochNanos());
    }
  }

  /** What TCP shows of what a side sends. */
  TcpStream stream(int side) {
    return tcp.stream(side);
  }

  /** Counts what a side sends. */
  TrafficCounters traffic(int side) {
    return traffic[side];
  }

  /** What the start-up frames said. */
  StartUps startUps() {
    return startUps;
  }

  /** How it ended, as far as that is known. */
  IwarpEnd end() {
    return end;
  }

  /** What is told of it. */
  IwarpReport report() {
    return report;
  }

  // ---- what the streams say

  void startUp(MpaStartUp frame, ByteBuffer data, long frameNumber, int side) {
    follow();
    startUps.take(frame, data, side, tcp.latestNanos());
    report.startUp();
    if (frame.rejected() && !frame.request()) {
      end.note(ConnectionEnd.How.REJ, side, "", frameNumber, tcp.latestNanos());
      report.finding(
          Finding.inFrame(
              IwarpRules.REJECTED, frameNumber, "the responder rejected the connection"));
    }
  }

  /** Follows the connection from now on: it carries MPA. */
  void follow() {
    if (state == State.PROBATION) {
      state = State.FOLLOWED;
      table.followed(this);
    }
  }

  void notMpa(int side) {
    notMpa[side] = true;
    boolean strict = key.isFromStart();
    if (state == State.PROBATION && (strict || notMpa[1 - side] || !key.isNamed())) {
      close(ConnectionEvents.Ending.DISCONNECTED);
    }
  }

  /** Ends the connection: tells what is still to be told. */
  void close(ConnectionEvents.Ending ending) {
    if (isClosed()) {
      return;
    }
    tcp.end(/* goesOn= */ ending == ConnectionEvents.Ending.CAPTURE_ENDED);
    streams.finish();
    if (isClosed()) {
      // What still waited turned out not to be MPA, which closed it.
      return;
    }
    for (IwarpFlow flow : flows) {
      flow.finish(ending != ConnectionEvents.Ending.DISCONNECTED);
    }
    if (isFollowed()) {
      report.tellEarly();
    }
    state = isFollowed() ? State.OVER : State.NOT_MPA;
    countStreams();
    if (end.how().isPresent()) {
      report.ended(end.how().get());
    }
    // Bytes before its end may still have been waited for.
    boolean over = ending == ConnectionEvents.Ending.CAPTURE_ENDED && tcp.hasEnds();
    report.close(over ? ConnectionEvents.Ending.DISCONNECTED : ending);
  }

  /** Takes over what the streams counted. */
  private void countStreams() {
    for (int side = 0; side < traffic.length; side++) {
      traffic[side].outOfOrder(tcp.stream(side).early());
      traffic[side].missing(tcp.stream(side).absent());
    }
  }
}
