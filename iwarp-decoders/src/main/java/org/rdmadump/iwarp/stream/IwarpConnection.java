package org.rdmadump.iwarp.stream;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.EnhancedSetup;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.mpa.Beginning;
import org.rdmadump.iwarp.mpa.MpaStreams;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Transport;
import org.rdmadump.tcp.TcpConnection;
import org.rdmadump.tcp.TcpRules;
import org.rdmadump.tcp.TcpSegment;
import org.rdmadump.tcp.TcpStream;

/**
 * A TCP connection that carries iWARP, or may. Until MPA is seen on it, it is on probation: nothing
 * is told of it.
 */
final class IwarpConnection {
  private enum State {
    PROBATION,
    FOLLOWED,
    CLOSED
  }

  private final IwarpConnections table;
  private final ConnectionKey key;
  private final IwarpFlow[] flows;
  private final MpaStreams streams;
  private final TcpConnection tcp;
  private final ByteBuffer[] privateData = {ByteBuffer.allocate(0), ByteBuffer.allocate(0)};
  private final boolean[] notMpa = new boolean[2];
  private final boolean[] spoke = new boolean[2];
  private State state = State.PROBATION;
  private OptionalInt initiator = OptionalInt.empty();
  private boolean wasFollowed;
  private boolean peerToPeer;
  private long packets;
  private @Nullable ConnectionEvents events;

  /** Neighbours in the table's lists of use. */
  @Nullable IwarpConnection newer;

  @Nullable IwarpConnection older;

  /** The list that it is in. */
  @Nullable UseList list;

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
    flows =
        new IwarpFlow[] {
          new IwarpFlow(this, RdmaConnection.FIRST, table.memory()),
          new IwarpFlow(this, RdmaConnection.SECOND, table.memory())
        };
    streams =
        new MpaStreams(
            table.shown(flows[0]), first, table.shown(flows[1]), second, table.memory());
    tcp =
        new TcpConnection(
            new TcpStream(streams.inlet(0), table.memory(), table.recent()),
            new TcpStream(streams.inlet(1), table.memory(), table.recent()));
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
    return wasFollowed;
  }

  boolean isClosed() {
    return state == State.CLOSED;
  }

  /** Segments that were counted for it while it was on probation. */
  long packets() {
    return packets;
  }

  boolean isOfAnother(TcpSegment segment, int side) {
    return tcp.isOfAnother(segment, side);
  }

  /** Takes a segment that {@code side} sent. */
  void take(TcpSegment segment, int side) {
    if (state == State.CLOSED) {
      leftOut(segment);
      return;
    }
    packets++;
    tcp.take(segment, side);
    if (tcp.isEnded()) {
      close(ConnectionEvents.Ending.DISCONNECTED);
    } else {
      flows[side].overdue(segment.epochNanos());
    }
  }

  /** Says what is not decoded because the connection is over, if it carried MPA. */
  private void leftOut(TcpSegment segment) {
    if (wasFollowed && segment.isSyn() && !segment.isAck()) {
      table.finding(
          new Finding(
              TcpRules.REPEATED_CONNECTION,
              segment.frameNumber(),
              -1,
              "a connection that is over begins with the same sequence number; it is left out"));
    } else if (wasFollowed && segment.payloadLength() > 0) {
      table.finding(
          new Finding(
              TcpRules.RETRANSMISSION,
              segment.frameNumber(),
              -1,
              segment.payloadLength() + " bytes of a connection that is over"));
    }
  }

  // ---- what the streams say

  void startUp(MpaStartUp frame, ByteBuffer data, long frameNumber, int side) {
    follow();
    if (initiator.isEmpty()) {
      initiator = OptionalInt.of(frame.request() ? side : RdmaConnection.opposite(side));
    }
    ByteBuffer programs = data;
    if (frame.enhanced() && data.capacity() >= EnhancedSetup.LENGTH) {
      peerToPeer |= EnhancedSetup.read(data, 0).peerToPeer();
      programs = data.slice(EnhancedSetup.LENGTH, data.capacity() - EnhancedSetup.LENGTH);
    }
    privateData[side] = programs;
    if (frame.rejected() && !frame.request()) {
      finding(
          new Finding(
              IwarpRules.REJECTED, frameNumber, -1, "the responder rejected the connection"));
    }
  }

  /** Follows the connection from now on: it carries MPA. */
  void follow() {
    if (state == State.PROBATION) {
      state = State.FOLLOWED;
      wasFollowed = true;
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

  /** Whether a Send without payload only says that the initiator is ready (RFC 6581 section 5). */
  boolean isReadyToReceive(int side, int payload) {
    return payload == 0
        && peerToPeer
        && !spoke[side]
        && initiator.isPresent()
        && initiator.getAsInt() == side;
  }

  void sentSomething(int side) {
    spoke[side] = true;
  }

  void finding(Finding finding) {
    if (events != null) {
      events.finding(finding);
    } else if (state == State.FOLLOWED) {
      table.finding(finding);
    }
  }

  void truncated() {
    table.countTruncated();
  }

  void evictedSendSegment() {
    table.countEvictedSendSegment();
  }

  void malformed() {
    table.countMalformed();
  }

  ConnectionEvents events(long frame) {
    ConnectionEvents present = events;
    if (present != null) {
      return present;
    }
    RdmaConnection fresh =
        new RdmaConnection(
            Transport.IWARP,
            new Endpoint(key.firstAddress(), OptionalInt.of(key.firstPort())),
            new Endpoint(key.secondAddress(), OptionalInt.of(key.secondPort())),
            frame);
    if (initiator.isPresent()) {
      int active = initiator.getAsInt();
      int service = active == RdmaConnection.FIRST ? key.secondPort() : key.firstPort();
      fresh.establishedBy(Recognition.MPA, active, OptionalInt.of(service));
      fresh.privateData(RdmaConnection.FIRST, privateData[RdmaConnection.FIRST]);
      fresh.privateData(RdmaConnection.SECOND, privateData[RdmaConnection.SECOND]);
    } else if (key.isNamed()) {
      fresh.establishedBy(
          Recognition.INFERRED, RdmaConnection.FIRST, OptionalInt.of(key.secondPort()));
    }
    ConnectionEvents opened = table.listener().opened(fresh);
    events = opened;
    return opened;
  }

  /** Ends the connection: tells what is still to be told. */
  void close(ConnectionEvents.Ending ending) {
    if (state == State.CLOSED) {
      return;
    }
    tcp.end();
    streams.finish();
    if (state == State.CLOSED) {
      // What still waited turned out not to be MPA, which closed it.
      return;
    }
    for (IwarpFlow flow : flows) {
      flow.finish();
    }
    state = State.CLOSED;
    ConnectionEvents told = events;
    if (told != null) {
      told.closed(ending);
      events = null;
    }
  }
}
