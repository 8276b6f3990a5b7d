package org.rdmadump.iwarp.stream;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.iwarp.EnhancedSetup;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.mpa.Beginning;
import org.rdmadump.iwarp.mpa.MpaStreams;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.MpaEnd;
import org.rdmadump.rdma.MpaSetup;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rdma.Transport;
import org.rdmadump.tcp.DoubtfulSyn;
import org.rdmadump.tcp.TcpConnection;
import org.rdmadump.tcp.TcpRules;
import org.rdmadump.tcp.TcpSegment;
import org.rdmadump.tcp.TcpStream;

/**
 * A TCP connection that carries iWARP, or may. Until MPA is seen on it, it is on probation: nothing
 * is told of it.
 */
final class IwarpConnection extends UseOrder.Member<IwarpConnection> {
  private enum State {
    PROBATION,
    FOLLOWED,
    CLOSED
  }

  /** Findings that are kept while it is on probation. */
  private static final int MOST_EARLY = 16;

  private final IwarpConnections table;
  private final IwarpRun run;
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

  /** Whether it is in the capture again after its end. */
  private boolean isAgain;

  /** Whether bytes of it were not captured. */
  private boolean missed;

  /** Whether private data was cut by the snap length. */
  private boolean cut;

  private long packets;
  private MpaSetup setup = MpaSetup.UNKNOWN;
  private final TrafficCounters[] traffic = {new TrafficCounters(), new TrafficCounters()};
  private Optional<ConnectionEnd> how = Optional.empty();
  private @Nullable RdmaConnection connection;
  private @Nullable ConnectionEvents events;
  private @Nullable Successor successor;

  /** What was found before MPA was; of more the first. */
  private List<Finding> early = List.of();

  /** Where the requests of the sides are counted, if they are. */
  private final @Nullable RequestCounters[] requests = new RequestCounters[2];

  /** Time of the MPA Request; below 0 as long as it was not seen. */
  private long askedNanos = -1;

  private long answeredNanos = -1;

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
    this.run = table.run();
    flows =
        new IwarpFlow[] {
          new IwarpFlow(this, RdmaConnection.FIRST, run),
          new IwarpFlow(this, RdmaConnection.SECOND, run)
        };
    streams = new MpaStreams(flows[0], first, flows[1], second, run.memory());
    tcp = new TcpConnection(stream(RdmaConnection.FIRST), stream(RdmaConnection.SECOND));
  }

  private TcpStream stream(int side) {
    return new TcpStream(
        streams.inlet(side), flows[side], run.memory(), run.recent(), run.damage());
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

  /** Whether a SYN may be a stray one, which its receiver does not heed. */
  boolean isOpen() {
    return state != State.CLOSED && tcp.isOpen() && (isFollowed() || tcp.isTwoSided());
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
    traffic[side].packet(segment.payloadLength(), segment.frameNumber(), segment.epochNanos());
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
    traffic[side].packet(segment.payloadLength(), segment.frameNumber(), segment.epochNanos());
    flows[side].overdue(segment.epochNanos());
    return true;
  }

  /** Takes a segment that {@code side} sent. */
  void take(TcpSegment segment, int side) {
    if (state == State.CLOSED) {
      leftOut(segment, side);
      return;
    }
    packets++;
    traffic[side].packet(segment.payloadLength(), segment.frameNumber(), segment.epochNanos());
    if (segment.isFin() || segment.isRst()) {
      ConnectionEnd.How sign = segment.isFin() ? ConnectionEnd.How.FIN : ConnectionEnd.How.RST;
      ended(sign, side, "", segment.frameNumber(), segment.epochNanos());
    }
    tcp.take(segment, side);
    if (how.isPresent() && !holds(how.get())) {
      how = Optional.empty();
    }
    if (tcp.isEnded()) {
      close(ConnectionEvents.Ending.DISCONNECTED);
    } else {
      flows[side].overdue(segment.epochNanos());
    }
  }

  /** Whether a sign of the end is one: a RST or FIN from elsewhere in the stream is none. */
  private boolean holds(ConnectionEnd sign) {
    return switch (sign.how()) {
      case FIN -> tcp.isClosing(sign.side().getAsInt());
      case RST -> tcp.isBrokenOff();
      default -> true;
    };
  }

  /** Notes the first sign of the end. */
  private void ended(ConnectionEnd.How sign, int side, String reason, long frame, long nanos) {
    if (how.isEmpty()) {
      how = Optional.of(new ConnectionEnd(sign, OptionalInt.of(side), reason, frame, nanos));
    }
  }

  /** Whether all that a side sent was passed on, to its FIN or RST. */
  boolean hasEnded(int side) {
    return tcp.stream(side).hasEnded();
  }

  /** Position up to which what a side sent was passed on, with what is missing. */
  long passedTo(int side) {
    return tcp.stream(side).passedTo();
  }

  /** Whether the peer has, or a packet is ahead of, what a side sent and was not captured yet. */
  boolean isBehind(int side) {
    return tcp.stream(side).isBehind();
  }

  /** Time of the segment that was taken last. */
  long now() {
    return tcp.latestNanos();
  }

  /** Counts what a side sends. */
  TrafficCounters traffic(int side) {
    return traffic[side];
  }

  /** A side gave up the connection with a Terminate message, which says why. */
  void terminated(int side, String reason, long frame, long nanos) {
    ended(ConnectionEnd.How.TERMINATE, side, reason, frame, nanos);
  }

  /** Takes a segment that is not decoded because the connection is over, if it carried MPA. */
  private void leftOut(TcpSegment segment, int side) {
    if (!wasFollowed) {
      return;
    }
    if (segment.isSyn() && !segment.isAck()) {
      isAgain = true;
      tell(
          TcpRules.REPEATED_CONNECTION,
          segment,
          "a closed connection began with the same sequence number; left out");
    } else if (!isAgain && !segment.isSyn() && segment.payloadLength() == 0) {
      // The last acknowledgement, of the last FIN.
      traffic[side].packet(0, segment.frameNumber(), segment.epochNanos());
    } else if (!isAgain && segment.payloadLength() > 0 && tcp.isRepeat(segment, side)) {
      int length = segment.payloadLength();
      traffic[side].packet(length, segment.frameNumber(), segment.epochNanos());
      traffic[side].retransmitted(1, length, /* taken= */ true);
      tell(
          TcpRules.RETRANSMISSION,
          segment,
          length + " bytes of the stream were retransmitted after the connection was over");
    }
  }

  private void tell(Rule rule, TcpSegment segment, String what) {
    run.findings().accept(Finding.inFrame(rule, segment.frameNumber(), what));
  }

  // ---- what the streams say

  void startUp(MpaStartUp frame, ByteBuffer data, long frameNumber, int side) {
    follow();
    if (initiator.isEmpty()) {
      initiator = OptionalInt.of(frame.request() ? side : RdmaConnection.opposite(side));
    }
    ByteBuffer programs = data;
    Optional<EnhancedSetup> enhanced = Optional.empty();
    if (frame.enhanced() && data.capacity() >= EnhancedSetup.LENGTH) {
      enhanced = Optional.of(EnhancedSetup.read(data, 0));
      peerToPeer |= enhanced.get().peerToPeer();
      programs = data.slice(EnhancedSetup.LENGTH, data.capacity() - EnhancedSetup.LENGTH);
    }
    privateData[side] = programs;
    cut |= data.capacity() < frame.privateDataLength();
    setup = setup.with(frame.request(), end(frame, enhanced));
    if (frame.request()) {
      askedNanos = now();
    } else {
      answeredNanos = now();
    }
    if (connection != null) {
      connection.setup(setup);
      noteSetupTime(connection);
    }
    if (frame.rejected() && !frame.request()) {
      ended(ConnectionEnd.How.REJ, side, "", frameNumber, now());
      finding(
          Finding.inFrame(
              IwarpRules.REJECTED, frameNumber, "the responder rejected the connection"));
    }
  }

  private void noteSetupTime(RdmaConnection of) {
    if (askedNanos >= 0 && answeredNanos >= 0) {
      of.answeredAfter(answeredNanos - askedNanos);
    }
  }

  /** What a start-up frame says, with what revision 2 puts before its private data. */
  private static MpaEnd end(MpaStartUp frame, Optional<EnhancedSetup> enhanced) {
    boolean has = enhanced.isPresent();
    return new MpaEnd(
        frame.revision(),
        frame.markers(),
        frame.crc(),
        frame.rejected() && !frame.request(),
        has && enhanced.get().peerToPeer(),
        has ? depth(enhanced.get().inboundReads()) : OptionalInt.empty(),
        has ? depth(enhanced.get().outboundReads()) : OptionalInt.empty());
  }

  private static OptionalInt depth(int reads) {
    return reads == EnhancedSetup.NOT_NEGOTIATED ? OptionalInt.empty() : OptionalInt.of(reads);
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
    if (isOfMissingBytes(finding.rule())) {
      missed();
    }
    if (events != null) {
      events.finding(finding);
    } else if (state == State.FOLLOWED) {
      run.findings().accept(finding);
    } else if (state == State.PROBATION && early.size() < MOST_EARLY) {
      early = early.isEmpty() ? new ArrayList<>(1) : early;
      early.add(finding);
    }
  }

  /** {@return what was found before MPA was, to be told once} */
  private List<Finding> takeEarly() {
    List<Finding> found = early;
    early = List.of();
    return found;
  }

  /** Tells of bytes that a side sent again, once there is somebody who may ask. */
  void sentAgain(int side, long from, long to, long frame) {
    if (events != null) {
      events.sentAgain(side, from, to, frame);
    }
  }

  /** Takes note that bytes were not captured, or not understood. */
  void missed() {
    missed = true;
    if (events != null) {
      events.missed();
    }
  }

  /** Whether a rule says that bytes were not captured, or not understood. */
  private static boolean isOfMissingBytes(Rule rule) {
    return rule.equals(TcpRules.HOLE)
        || rule.equals(IwarpRules.LOST_FRAMING)
        || rule.equals(IwarpRules.BAD_CRC)
        || rule.equals(IwarpRules.MSN_GAP);
  }

  ConnectionEvents events(long frame) {
    ConnectionEvents present = events;
    if (present != null) {
      return present;
    }
    RdmaConnection fresh = described(frame);
    connection = fresh;
    ConnectionEvents opened = run.listener().opened(fresh);
    events = opened;
    if (fresh.countsRequests()) {
      for (int side = 0; side < requests.length; side++) {
        RequestCounters counted = fresh.newCounters(run.listener().ofMemory());
        requests[side] = counted;
        fresh.requests(side, counted);
      }
    }
    if (missed) {
      opened.missed();
    }
    for (Finding each : takeEarly()) {
      opened.finding(each);
    }
    return opened;
  }

  /** Where the requests of a side are counted, if they are. */
  @Nullable RequestCounters requests(int side) {
    RequestCounters counted = requests[side];
    if (counted != null && counted.isStopped()) {
      requests[side] = null;
      return null;
    }
    return counted;
  }

  private RdmaConnection described(long frame) {
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
    for (int side = 0; side < traffic.length; side++) {
      fresh.traffic(side, traffic[side]);
      fresh.order(side, flows[side]);
    }
    if (!setup.isEmpty()) {
      fresh.setup(setup);
      noteSetupTime(fresh);
    }
    if (cut) {
      fresh.privateDataWasCut();
    }
    return fresh;
  }

  /** Ends the connection: tells what is still to be told. */
  void close(ConnectionEvents.Ending ending) {
    if (state == State.CLOSED) {
      return;
    }
    tcp.end(/* goesOn= */ ending == ConnectionEvents.Ending.CAPTURE_ENDED);
    streams.finish();
    if (state == State.CLOSED) {
      // What still waited turned out not to be MPA, which closed it.
      return;
    }
    for (IwarpFlow flow : flows) {
      flow.finish(ending != ConnectionEvents.Ending.DISCONNECTED);
    }
    if (state == State.FOLLOWED) {
      for (Finding each : takeEarly()) {
        run.findings().accept(each);
      }
    }
    boolean wasRejected = how.isPresent() && how.get().how() == ConnectionEnd.How.REJ;
    state = State.CLOSED;
    countStreams();
    ConnectionEvents told = events;
    RdmaConnection known = connection;
    if (known != null && how.isPresent()) {
      known.ended(how.get());
    } else if (wasRejected) {
      RdmaConnection never = described(traffic[0].firstFrame());
      never.ended(how.get());
      run.listener().rejected(never);
    }
    if (told != null) {
      // Bytes before its end may still have been waited for.
      boolean over = ending == ConnectionEvents.Ending.CAPTURE_ENDED && tcp.hasEnds();
      told.closed(over ? ConnectionEvents.Ending.DISCONNECTED : ending);
      events = null;
    }
  }

  /** Takes over what the streams counted. */
  private void countStreams() {
    for (int side = 0; side < traffic.length; side++) {
      traffic[side].outOfOrder(tcp.stream(side).early());
      traffic[side].missing(tcp.stream(side).absent());
    }
  }
}
