package org.rdmadump.ib.qp;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Reth;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rdma.Transport;

/**
 * What one host sends to one queue pair of another: {@link #requester requests} with PSNs of its
 * own, and responses with the PSNs of the {@link #peer} flow. Both flows of a queue pair tell the
 * same {@link ConnectionEvents}.
 */
final class Flow extends UseOrder.Member<Flow> implements FlowEvents, LateEnds.TakenDown {
  /** Who remembers a flow, and has to let go of it when it is closed. */
  interface Keeper {
    void closed();
  }

  // The joiner's list of flows whose other direction is not known.
  @Nullable Flow unjoinedBefore;
  @Nullable Flow unjoinedBehind;
  boolean isUnjoined;
  int fruitlessAnswers;

  private final FlowTable table;
  private final FlowKey key;
  private final Transport transport;
  private final FlowCounts counts;
  private final KnownMtu mtu = new KnownMtu();
  private final UnjoinedAnswers unjoinedAnswers = new UnjoinedAnswers();
  private final Requester requester;
  private @Nullable Flow peer;
  private @Nullable RdmaConnection connection;
  private @Nullable ConnectionEvents events;
  private int side = RdmaConnection.FIRST;
  private long patience = Patience.USUAL_NANOS;
  private boolean closed;
  private @Nullable Keeper keeper;

  private @Nullable Lane lane;

  /** What it sent that is far from its connection; null if nothing is. */
  private @Nullable StrayPackets strays;

  Flow(FlowTable table, FlowKey key, Transport transport) {
    this.table = table;
    this.key = key;
    this.transport = transport;
    this.counts = new FlowCounts(table.listener().ofMemory());
    this.requester = new Requester(this);
  }

  @Override
  protected Flow self() {
    return this;
  }

  @Override
  public FlowKey key() {
    return key;
  }

  /** What carries its packets. */
  Transport transport() {
    return transport;
  }

  /** What this direction asks for. */
  Requester requester() {
    return requester;
  }

  Limits limits() {
    return table.limits();
  }

  int side() {
    return side;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isJoined() {
    return peer != null;
  }

  /** The other direction, if it is known. */
  @Nullable Flow peer() {
    return peer;
  }

  /** Where is counted what this direction sends. */
  FlowCounts counts() {
    return counts;
  }

  /** Counts the packets that this direction sends. */
  TrafficCounters traffic() {
    return counts.traffic();
  }

  /** What it sent that is far from its connection; null if nothing is. */
  @Nullable StrayPackets knownStrays() {
    return strays;
  }

  /** The same, made if nothing was. */
  StrayPackets strays() {
    StrayPackets known =
        strays != null ? strays : new StrayPackets(this, requester.unseen(), limits());
    strays = known;
    return known;
  }

  private void closeStrays() {
    StrayPackets known = strays;
    if (known != null) {
      EarlyRefusal last = known.takeRefusal();
      if (last != null) {
        broken(last.code());
        note(last.finding());
      }
      known.end();
    }
  }

  /** Takes note that its connection goes on: what was far from it was astray. */
  void endStrays() {
    if (strays != null) {
      strays.end();
    }
  }

  // ---- what is known of its packets

  /** Whether nothing is known of the partition and the lane of its packets. */
  boolean isUnmarked() {
    return lane == null;
  }

  /** Notes the partition and the lane of its first packet. */
  void mark(Lane lane) {
    this.lane = lane;
    if (connection != null) {
      connection.lane(side, lane);
    }
  }

  /** Path MTU in bytes, 0 if it is not known yet. */
  int mtu() {
    return mtu.bytes();
  }

  /**
   * Learns the path MTU from the payload of a packet. Another connection with the same queue pair
   * may have another one.
   *
   * @param ends whether the packet ends its message, and need not be full
   * @param bytes of payload on the wire
   */
  void learnMtu(boolean ends, int bytes) {
    if (mtu.isChangedBy(ends, bytes)) {
      mtu(bytes);
      if (peer != null) {
        peer.mtu(bytes);
      }
    }
  }

  /** Sets the path MTU, from the connection manager or from a full packet. */
  void mtu(int bytes) {
    mtu.set(bytes);
    if (connection != null) {
      connection.pathMtu(bytes);
    }
  }

  /** Sets how long a Send waits for an acknowledgement, from the connection manager. */
  void patience(long nanos) {
    patience = nanos;
  }

  /** How long a Send waits for an acknowledgement, in nanoseconds. */
  long patience() {
    return limits().isFollowing() ? Patience.LEAST_NANOS : patience;
  }

  // ---- what the message level is told and asked

  @Override
  public @Nullable ConnectionEvents events() {
    return events;
  }

  @Override
  public ConnectionEvents eventsFrom(long frame) {
    ConnectionEvents present = events;
    return present != null ? present : open(frame);
  }

  private ConnectionEvents open(long frame) {
    RdmaConnection fresh =
        new RdmaConnection(
            transport,
            new Endpoint(key.source(), OptionalInt.empty()),
            new Endpoint(key.destination(), OptionalInt.of(key.number())),
            frame);
    if (mtu() != 0) {
      fresh.pathMtu(mtu());
    }
    ConnectionEvents opened = table.listener().opened(fresh);
    attach(fresh, opened, RdmaConnection.FIRST);
    if (peer != null) {
      fresh.endpoint(RdmaConnection.FIRST, peer.receiver());
      peer.attach(fresh, opened, RdmaConnection.SECOND);
    }
    return opened;
  }

  /**
   * Begins the operation of a packet, and tells the connection of it.
   *
   * @param packetMtu path MTU, 0 if not known yet
   */
  Transfer begin(
      RdmaOperation.Kind kind, TransportPacket packet, Reth reth, long psn, int packetMtu) {
    joinByAdvertisement(reth);
    RdmaOperation operation =
        new RdmaOperation(
            transport,
            kind,
            side,
            reth.rKey(),
            reth.virtualAddress(),
            reth.dmaLength(),
            packet.psn(),
            packet.frameNumber(),
            packet.nanos(),
            Optional.empty(),
            psn);
    return new Transfer(
        psn,
        reth.rKey(),
        reth.virtualAddress(),
        reth.dmaLength(),
        packet.frameNumber(),
        packetMtu,
        eventsFrom(packet.frameNumber()).operation(operation));
  }

  /** Tells of something that belongs to no message; false if there is nobody to tell. */
  boolean tell(Finding finding) {
    if (!isTold()) {
      return false;
    }
    note(finding);
    return true;
  }

  /** Whether there is somebody to tell. */
  boolean isTold() {
    return events != null && !closed;
  }

  @Override
  public void note(Finding finding) {
    if (events != null) {
      events.alone(finding);
    }
  }

  boolean advertises(Reth reth) {
    return events != null
        && events.advertises(side, reth.rKey(), reth.virtualAddress(), reth.dmaLength());
  }

  boolean awaitsReply(int xid) {
    return events != null && events.awaitsReply(side, xid);
  }

  @Override
  public long damagedFrame(long psn) {
    return requester.damagedFrame(psn);
  }

  @Override
  public void tellDamaged(long from, long to) {
    requester.tellDamaged(from, to);
  }

  @Override
  public boolean isFromStart() {
    return connection != null && connection.recognition() != Recognition.INFERRED;
  }

  /** Its connection, if that has begun. */
  @Nullable RdmaConnection connection() {
    return connection;
  }

  /** Whether an error broke the connection. */
  boolean isBroken() {
    return connection != null && connection.isBroken();
  }

  /** Notes that a refusal broke the connection. */
  void broken(NakCode code) {
    if (connection != null) {
      connection.broken("NAK (" + code.text() + ")");
    }
  }

  // ---- the life of the pair

  /** Looks for the other direction by memory that this one reads or writes. */
  void joinByAdvertisement(Reth reth) {
    if (peer == null) {
      table.joiner().byAdvertisement(this, reth);
    }
  }

  /** Looks for the other direction by what may be a reply. */
  void joinByReply(Send send) {
    if (peer == null) {
      table.joiner().byReply(this, send);
    }
  }

  /** Starts a connection that the connection manager set up, this flow being the asking side's. */
  void establish(Flow other, RdmaConnection fresh) {
    peer = other;
    other.peer = this;
    ConnectionEvents opened = table.listener().opened(fresh);
    attach(fresh, opened, RdmaConnection.FIRST);
    other.attach(fresh, opened, RdmaConnection.SECOND);
  }

  /** Joins the two directions of a queue pair; both are unjoined. */
  void join(Flow other) {
    peer = other;
    other.peer = this;
    RdmaConnection mine = connection;
    ConnectionEvents myEvents = events;
    ConnectionEvents others = other.events;
    if (mine != null && myEvents != null) {
      mine.endpoint(RdmaConnection.FIRST, other.receiver());
      other.attach(mine, myEvents, RdmaConnection.SECOND);
      if (others != null) {
        myEvents.join(others);
      }
    } else if (others != null && other.connection != null) {
      other.connection.endpoint(RdmaConnection.FIRST, receiver());
      attach(other.connection, others, RdmaConnection.SECOND);
    }
    boolean early = requester.unseen().wereAnsweredEarly(other.unjoinedAnswers.take());
    if ((other.requester.unseen().wereAnsweredEarly(unjoinedAnswers.take()) || early)
        && events != null) {
      events.missed();
    }
    refuseEarly(this, other);
    refuseEarly(other, this);
    if (mtu() == 0) {
      mtu(other.mtu());
    } else {
      other.mtu(mtu());
    }
  }

  /** Takes note of an answer to requests of a flow that is not known yet. */
  void answersUnseen(TransportPacket packet) {
    if (unjoinedAnswers.add(packet) && events != null) {
      events.missed();
    }
  }

  private static void refuseEarly(Flow by, Flow of) {
    EarlyRefusal refusal = by.unjoinedAnswers.takeRefusal();
    PsnSequence refused = of.requester.sequence();
    if (refusal != null && refused.isStarted()) {
      refused.broken(refused.extend(refusal.wirePsn()));
      of.broken(refusal.code());
      of.note(refusal.finding());
    }
  }

  /** Tells of requests of both directions that were answered and are not in the capture. */
  void tellAbsent() {
    requester.unseen().tellRest();
    Flow other = peer;
    if (other != null) {
      other.requester.unseen().tellRest();
    }
    EarlyAnswers answers = unjoinedAnswers.take();
    if (answers != null && answers.areOfNone() && !table.joiner().hasCandidates(this)) {
      note(answers.tell());
    }
  }

  private Endpoint receiver() {
    return new Endpoint(key.destination(), OptionalInt.of(key.number()));
  }

  private void attach(RdmaConnection toConnection, ConnectionEvents toEvents, int asSide) {
    connection = toConnection;
    events = toEvents;
    side = asSide;
    toConnection.order(asSide, new RequestOrder(requester));
    if (lane != null) {
      toConnection.lane(asSide, lane);
    }
    toConnection.service(key.service());
    counts.begin(toConnection, asSide);
  }

  /**
   * Notes how the connection manager took the connection down. Packets that were sent before may be
   * captured behind its message, so it is not closed until {@link LateEnds} says so.
   */
  void takenDown(ConnectionEnd how) {
    if (connection != null) {
      connection.ended(how);
    }
    table.lateEnds().add(this, how.epochNanos());
  }

  /** Whether the connection manager took it down: other PSNs are those of another connection. */
  boolean isTakenDown() {
    return connection != null && connection.end().isPresent();
  }

  @Override
  public void closeLate(boolean told) {
    if (told) {
      tellAbsent();
    }
    close(ConnectionEvents.Ending.DISCONNECTED);
  }

  /** Ends this flow and its peer. */
  void close(ConnectionEvents.Ending why) {
    if (closed) {
      return;
    }
    ConnectionEvents.Ending ending = isTakenDown() ? ConnectionEvents.Ending.DISCONNECTED : why;
    closed = true;
    Flow other = peer;
    closeStrays();
    if (other != null && !other.closed) {
      other.closeStrays();
    }
    boolean goesOn = ending == ConnectionEvents.Ending.CAPTURE_ENDED && !isBroken();
    requester.finish(goesOn);
    if (other != null && !other.closed) {
      other.closed = true;
      other.requester.finish(goesOn);
    }
    if (events != null) {
      events.closed(ending);
    }
    detach();
    if (other != null) {
      other.detach();
    }
  }

  /** Has a keeper told when it is closed. */
  void whenClosed(Keeper toTell) {
    keeper = toTell;
  }

  /** Lets go of the connection, so that a closed flow holds no more than where its PSNs were. */
  private void detach() {
    events = null;
    connection = null;
    counts.end();
    requester.sequence().forgetSeen();
    if (keeper != null) {
      keeper.closed();
      keeper = null;
    }
    table.closed(this);
  }
}
