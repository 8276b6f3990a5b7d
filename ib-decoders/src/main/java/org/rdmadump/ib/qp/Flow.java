package org.rdmadump.ib.qp;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.ib.AckKind;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.Reth;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.RunSink;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rdma.Transport;

/**
 * What one host sends to one queue pair of another: requests with PSNs of its own, and responses
 * with the PSNs of the {@link #peer} flow.
 */
final class Flow extends UseOrder.Member<Flow> implements SentOrder {
  /** PSNs that a Read may take; one that announces more would lead every later PSN astray. */
  private static final long MOST_RESPONSES = 1L << 20;

  /** Gaps that are looked at; with more, one may hold a Send. */
  private static final int MOST_STEPS = 16;

  /** How long an acknowledged Send waits for what was captured late, in time of the capture. */
  private static final long MOST_LATE_NANOS = 2_000_000_000L;

  /** Packets of its connection for which it waits. */
  private static final int MOST_LATE_PACKETS = 512;

  /** PSNs before it of which one that was not seen makes it wait. */
  private static final int MOST_LATE_PSNS = 1 << 14;

  private static final double MICROS_PER_MILLI = 1000;
  private static final long NANOS_PER_MICRO = 1000;

  // The joiner's list of flows whose other direction is not known.
  @Nullable Flow unjoinedBefore;
  @Nullable Flow unjoinedBehind;
  boolean isUnjoined;

  private final FlowTable table;
  private final FlowKey key;
  private final Transport transport;
  private final PsnSequence sequence = new PsnSequence();
  private final TrafficCounters traffic = new TrafficCounters();
  private final Repeats repeats = new Repeats(traffic);

  // Made when needed: of ten thousand flows most need some of them only.
  private @Nullable SendQueue sends;
  private @Nullable TransferRing writes;
  private @Nullable TransferRing reads;
  private @Nullable HeldFragments heldWrites;
  private @Nullable HeldFragments heldResponses;
  private @Nullable LateRepeats lateRepeats;
  private long highestStart = Long.MIN_VALUE;
  private @Nullable Flow peer;
  private @Nullable RdmaConnection connection;
  private @Nullable ConnectionEvents events;
  private int side = RdmaConnection.FIRST;
  private int mtu;
  private long patience = Patience.USUAL_NANOS;
  private boolean closed;
  private CmTracker.@Nullable Established established;
  private @Nullable Lane lane;

  /** PSN of the last answer that came before any request; -1 if none did. */
  private int earlyAcknowledgement = -1;

  /** PSN of the last answer of this flow before it was joined; -1 if there was none. */
  private int unjoinedAnswer = -1;

  /** Whether such an answer shows that there were requests which were not seen, or not yet. */
  private boolean missedEarly;

  /** Time of the last acknowledgement, or Read response, which is one too. */
  private long acknowledgedNanos;

  Flow(FlowTable table, FlowKey key, Transport transport) {
    this.table = table;
    this.key = key;
    this.transport = transport;
  }

  @Override
  protected Flow self() {
    return this;
  }

  FlowKey key() {
    return key;
  }

  /** What carries its packets. */
  Transport transport() {
    return transport;
  }

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

  PsnSequence sequence() {
    return sequence;
  }

  /** Counts what this direction sends. */
  TrafficCounters traffic() {
    return traffic;
  }

  /** Time of the last acknowledgement of what this direction sent. */
  long acknowledgedNanos() {
    return acknowledgedNanos;
  }

  /** Notes how the connection ended, before it is closed. */
  void ended(ConnectionEnd how) {
    if (connection != null) {
      connection.ended(how);
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

  /** Notes that the receiver had all Sends up to a PSN. */
  void proven(long lastPsn) {
    SendQueue queue = sends;
    if (queue != null) {
      queue.proven(lastPsn);
    }
  }

  Limits limits() {
    return table.limits();
  }

  int side() {
    return side;
  }

  int mtu() {
    return mtu;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isJoined() {
    return peer != null;
  }

  /** Whether {@code wirePsn} is so far behind that it cannot be a repeat. */
  boolean isStale(int wirePsn, long distance) {
    return sequence.isStarted() && sequence.extend(wirePsn) < sequence.expected() - distance;
  }

  /** Whether {@code wirePsn} is nowhere near those of this flow. */
  boolean isAnotherConnection(int wirePsn, long distance) {
    return sequence.isStarted()
        && Math.abs(sequence.extend(wirePsn) - sequence.expected()) > distance;
  }

  /** Whether the receiver is known to have taken the request with a PSN, and it was seen. */
  boolean isDone(int wirePsn) {
    return sequence.isStarted() && sequence.isDone(sequence.extend(wirePsn));
  }

  /** Whether an acknowledgement of a PSN was seen. */
  boolean wasAcknowledged(int wirePsn) {
    return sequence.isStarted() && sequence.extend(wirePsn) < sequence.acknowledged();
  }

  // ---- requests of this direction

  /** Takes a packet of a Send. */
  void send(TransportPacket packet) {
    long psn = sequence.extend(packet.psn());
    long expected = sequence.isStarted() ? sequence.expected() : psn;
    SendQueue queue = sends;
    boolean done =
        sequence.isDone(psn) || (queue != null && sequence.isKnown(psn) && queue.isSettled(psn));
    repeats.request(psn, packet.payloadLength(), sequence, packet.nanos());
    noteIfLate(packet, done);
    sequence.request(psn, 1, 1);
    notePassedOver(packet, psn);
    if (!packet.opcode().endsMessage()) {
      learnMtu(packet.payloadLength());
    }
    if (queue == null) {
      queue = new SendQueue(this);
      sends = queue;
    }
    if (!done) {
      if (packet.opcode().startsMessage()) {
        requestStarts(psn);
      }
      queue.packet(packet, psn, expected);
    } else {
      sentAgain(packet);
    }
    queue.settleOverdue(packet.nanos());
    cameLate(psn, packet.nanos());
  }

  /** Tells of a packet of a Send that came again. */
  void sentAgain(TransportPacket packet) {
    if (events != null) {
      events.sentAgain(side, packet.psn(), packet.psn() + 1L, packet.frameNumber());
    }
  }

  /** Notes a request that came again when nothing waits for it. */
  private void noteIfLate(TransportPacket packet, boolean late) {
    LateRepeats known = lateRepeats;
    if (late) {
      if (known == null) {
        known = new LateRepeats(this);
        lateRepeats = known;
      }
      known.add(packet);
    } else if (known != null) {
      known.tell();
    }
  }

  /** Notes that some request begins at {@code psn}: a Send before it has ended. */
  private void requestStarts(long psn) {
    highestStart = Math.max(highestStart, psn);
  }

  /** Highest PSN at which a request is known to begin. */
  long highestStart() {
    return highestStart;
  }

  /**
   * Takes the next packet of an RDMA Write that is under way, and neither begins nor ends it: the
   * short way for what nearly all packets of a large Write are.
   *
   * @return false if it is another; nothing was done then
   */
  boolean continueWrite(TransportPacket packet) {
    TransferRing ring = writes;
    if (ring == null || mtu == 0 || closed) {
      return false;
    }
    Transfer transfer = ring.latestCovering(sequence.expected());
    if (transfer == null || !transfer.isPlaced() || !sequence.takeNext(packet.psn())) {
      return false;
    }
    place(transfer, packet, sequence.expected() - 1, PsnSequence.Place.IN_ORDER);
    return true;
  }

  /**
   * Begins a run behind a packet that was taken the short way.
   *
   * @param like what the packet was like
   * @return false if packets that follow may have consequences, and are to be taken one by one
   */
  boolean beginRun(MiddleRun run, MiddleTemplate like) {
    boolean response = like.isResponse();
    TransferRing ring = response ? reads : writes;
    Transfer transfer = ring == null ? null : ring.latest();
    if (transfer == null || !(transfer.sink instanceof RunSink sink)) {
      return false;
    }
    long next = response ? transfer.nextResponse() : sequence.expected();
    if (response ? !isSettledBefore(transfer.endPsn()) : !sequence.isInOrder()) {
      return false;
    }
    long most = transfer.middlesFrom(next, like.payload());
    if (most == 0) {
      return false;
    }
    long room = sink.room(transfer.addressOf(next));
    most = Math.min(most, room / like.payload());
    if (most == 0) {
      return false;
    }
    run.begin(like, this, transfer, sink, PsnSequence.onWire(next), most);
    return true;
  }

  /** Whether responses before {@code end} say nothing new but that they came. */
  private boolean isSettledBefore(long end) {
    SendQueue queue = sends;
    return sequence.expected() >= end
        && !sequence.isPassedOver()
        && (queue == null || queue.isSettledBefore(end));
  }

  /** Takes the packets of a run. */
  void continueRun(
      Transfer transfer, RunSink sink, boolean response, int count, long frame, long nanos) {
    long first = response ? transfer.nextResponse() : sequence.expected();
    long last = first + count - 1;
    if (response) {
      transfer.respondNext(count);
    } else {
      sequence.takeRun(count);
    }
    long address = transfer.addressOf(first);
    sink.fragments(
        address,
        transfer.addressOf(last + 1) - address,
        count,
        PsnSequence.onWire(last),
        frame,
        nanos);
    if (response) {
      acknowledged(last);
    }
  }

  /** Takes a packet of an RDMA Write. */
  void write(TransportPacket packet) {
    long psn = sequence.extend(packet.psn());
    boolean done = sequence.isDone(psn);
    repeats.request(psn, packet.payloadLength(), sequence, packet.nanos());
    PsnSequence.Place place = sequence.request(psn, 1, 1);
    notePassedOver(packet, psn);
    boolean ends = packet.opcode().endsMessage();
    if (!ends) {
      learnMtu(packet.payloadLength());
    }
    if (packet.opcode().startsMessage()) {
      requestStarts(psn);
      Transfer transfer = startWrite(packet, psn, done);
      noteIfLate(packet, done && isOver(transfer));
      if (transfer != null) {
        place(transfer, packet, psn, place);
        cameLate(psn, packet.nanos());
      }
      return;
    }
    TransferRing ring = writes;
    Transfer transfer = ring == null ? null : ring.covering(packet, psn);
    noteIfLate(packet, done && isOver(transfer));
    if (ring != null && transfer != null) {
      place(transfer, packet, psn, place);
      if (ends) {
        ring.dropOverIfCrowded();
      }
      cameLate(psn, packet.nanos());
    } else if (!done) {
      if (heldWrites == null) {
        heldWrites = new HeldFragments(limits());
      }
      heldWrites.hold(packet, psn);
    }
  }

  private static boolean isOver(@Nullable Transfer transfer) {
    return transfer == null || transfer.sink.isOver();
  }

  private @Nullable Transfer startWrite(TransportPacket packet, long psn, boolean done) {
    Reth reth = reth(packet);
    if (writes == null) {
      writes = new TransferRing(this, /* reads= */ false);
    }
    Transfer known = writes.startingAt(psn);
    if (known != null && known.isSame(reth.rKey(), reth.virtualAddress(), reth.dmaLength())) {
      return known;
    }
    if (done) {
      return null;
    }
    // An Only takes one PSN, whatever the path MTU.
    int packetMtu =
        packet.opcode().endsMessage()
            ? (int) Math.min(Integer.MAX_VALUE, Math.max(1, reth.dmaLength()))
            : packet.payloadLength();
    Transfer transfer =
        open(RdmaOperation.Kind.WRITE, packet, reth, psn, packetMtu != 0 ? packetMtu : mtu);
    writes.add(transfer);
    if (heldWrites != null) {
      heldWrites.placeInto(transfer);
    }
    return transfer;
  }

  /** Takes an RDMA Read request. */
  void readRequest(TransportPacket packet) {
    Reth reth = reth(packet);
    long psn = sequence.extend(packet.psn());
    requestStarts(psn);
    long most =
        Math.min(
            MOST_RESPONSES, Transfer.packets(reth.dmaLength(), mtu == 0 ? PathMtu.SMALLEST : mtu));
    long span = mtu == 0 ? 1 : most;
    boolean again = sequence.wasSeen(psn);
    repeats.request(psn, 0, sequence, packet.nanos());
    sequence.request(psn, span, most);
    notePassedOver(packet, psn);
    if (reads == null) {
      reads = new TransferRing(this, /* reads= */ true);
    }
    Transfer known = reads.startingAt(psn);
    if (known != null && known.isSame(reth.rKey(), reth.virtualAddress(), reth.dmaLength())) {
      boolean late = known.sink.isOver();
      noteIfLate(packet, late);
      known.sink.askedAgain(packet.frameNumber());
      if (!late) {
        known.sink.finding(
            finding(
                IbRules.PSN_REPEAT, packet, "RDMA READ Request repeated, PSN %d", packet.psn()));
      }
      return;
    }
    noteIfLate(packet, false);
    Transfer transfer = open(RdmaOperation.Kind.READ, packet, reth, psn, mtu);
    transfer.sink.packet(
        FragmentPlace.REQUEST, packet.payloadLength(), packet.psn(), packet.frameNumber());
    if (again) {
      noteRest(reads, transfer, packet);
    }
    reads.add(transfer);
    if (heldResponses != null) {
      heldResponses.placeInto(transfer);
    }
  }

  /** A requester that lacks the end of a response asks for that alone, with the PSNs it had. */
  private void noteRest(TransferRing ring, Transfer transfer, TransportPacket packet) {
    Transfer whole = ring.covering(transfer.firstPsn);
    if (whole == null) {
      return;
    }
    if (!limits().isCrowded()) {
      transfer.repeats(whole);
    }
    if (transfer.isRestOf(whole)) {
      transfer.sink.finding(
          finding(
              IbRules.PSN_REPEAT,
              packet,
              "RDMA READ Request repeated for the last %s, PSN %d",
              Counted.of(transfer.length, "byte"),
              packet.psn()));
    }
  }

  private Transfer open(
      RdmaOperation.Kind kind, TransportPacket packet, Reth reth, long psn, int packetMtu) {
    if (peer == null) {
      table.joiner().byAdvertisement(this, reth);
    }
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
    FragmentSink sink = events(packet.frameNumber()).operation(operation);
    return new Transfer(psn, reth.rKey(), reth.virtualAddress(), reth.dmaLength(), packetMtu, sink);
  }

  private static Reth reth(TransportPacket packet) {
    return Reth.read(
        packet.bytes(), packet.headers() + packet.opcode().offsetOf(ExtensionHeader.RETH));
  }

  /** Takes any other request, which moves nothing that is followed here. */
  void otherRequest(TransportPacket packet) {
    long psn = sequence.extend(packet.psn());
    requestStarts(psn);
    noteIfLate(packet, sequence.isDone(psn));
    repeats.request(psn, packet.payloadLength(), sequence, packet.nanos());
    sequence.request(psn, 1, 1);
    notePassedOver(packet, psn);
  }

  /** Tells of requests before this one that the receiver had and the capture has not. */
  private void notePassedOver(TransportPacket packet, long psn) {
    if (earlyAcknowledgement >= 0) {
      if (missedEarly || psn <= sequence.extend(earlyAcknowledgement)) {
        events(packet.frameNumber()).missed();
      }
      earlyAcknowledgement = -1;
    }
    long missing = sequence.takePassedOver(psn);
    if (missing >= 0) {
      ConnectionEvents told = events(packet.frameNumber());
      told.missed();
      told.finding(
          finding(
              IbRules.NOT_CAPTURED,
              packet,
              "the request with PSN %d was acknowledged, but is not in the capture",
              PsnSequence.onWire(missing)));
    }
  }

  // ---- responses to this direction's requests, which travel in the peer's

  /**
   * Takes the next packet of the response to an RDMA Read, if it neither begins nor ends it: the
   * short way for what nearly all are.
   *
   * @return false if it is another; nothing was done then
   */
  boolean continueReadResponse(TransportPacket packet) {
    TransferRing ring = reads;
    if (ring == null || mtu == 0 || closed) {
      return false;
    }
    Transfer transfer = ring.latest();
    if (transfer == null || !transfer.isPlaced() || !transfer.respondIfNext(packet.psn())) {
      return false;
    }
    long psn = transfer.nextResponse() - 1;
    place(transfer, packet, psn, PsnSequence.Place.IN_ORDER);
    acknowledged(psn);
    return true;
  }

  /** Takes a packet of the response to an RDMA Read of this flow. */
  void readResponse(TransportPacket packet) {
    if (!sequence.isStarted()) {
      acknowledgedUnseen(packet);
      return;
    }
    long psn = sequence.extend(packet.psn());
    boolean ends = packet.opcode().endsMessage();
    if (!ends) {
      learnMtu(packet.payloadLength());
    }
    TransferRing ring = reads;
    Transfer transfer = ring == null ? null : ring.covering(packet, psn);
    if (ring == null || transfer == null) {
      if (packet.opcode().isOnly() && packet.payloadLength() == 0) {
        // It answers a FLUSH or an ATOMIC WRITE.
        acknowledged(psn);
      } else {
        holdResponse(packet, psn);
      }
      return;
    }
    acknowledgedNanos = packet.nanos();
    if (transfer.canPlace(psn)) {
      boolean again = transfer.wasAnswered(psn);
      PsnSequence.Place place = transfer.respond(psn, limits().isCrowded());
      place(transfer, packet, psn, place);
      countResponse(place, again, packet);
      if (ends) {
        ring.dropOverIfCrowded();
      }
    } else {
      holdResponse(packet, psn);
    }
    acknowledged(psn);
  }

  private void countResponse(PsnSequence.Place place, boolean again, TransportPacket packet) {
    Flow responder = peer;
    if (place == PsnSequence.Place.AHEAD) {
      // A requester that sees a gap asks again at once.
      repeats.asked(packet.nanos(), 0);
    }
    if (responder != null) {
      if (place == PsnSequence.Place.AHEAD) {
        responder.traffic.outOfOrder(1);
      }
      if (again) {
        responder.traffic.retransmitted(1, packet.payloadLength(), false);
      }
    }
  }

  private void holdResponse(TransportPacket packet, long psn) {
    if (heldResponses == null) {
      heldResponses = new HeldFragments(limits());
    }
    heldResponses.hold(packet, psn);
  }

  /** Takes note of an answer, with this PSN, to requests of a flow that is not known yet. */
  void answersUnseen(int wirePsn) {
    unjoinedAnswer = wirePsn;
  }

  /** Whether a flow that was joined just now had answered some of this one before it was seen. */
  private boolean wasAnsweredEarly(Flow other) {
    int answer = other.unjoinedAnswer;
    other.unjoinedAnswer = -1;
    if (answer < 0) {
      return false;
    }
    if (!sequence.isStarted()) {
      earlyAcknowledgement = answer;
      return false;
    }
    return sequence.wasSeen(sequence.extend(answer));
  }

  /** Takes note of an answer to a request that was not seen, when none was. */
  private void acknowledgedUnseen(TransportPacket packet) {
    boolean more =
        earlyAcknowledgement >= 0 && Psn.distance(earlyAcknowledgement, packet.psn()) > 0;
    earlyAcknowledgement = packet.psn();
    boolean fromStart = connection != null && connection.recognition() != Recognition.INFERRED;
    if (more || fromStart) {
      missedEarly = true;
      if (events != null) {
        events.missed();
      }
    }
  }

  /** Takes an acknowledgement of requests of this flow, or a refusal. */
  void acknowledge(TransportPacket packet) {
    if (!sequence.isStarted()) {
      acknowledgedUnseen(packet);
      return;
    }
    Aeth aeth =
        Aeth.read(
            packet.bytes(), packet.headers() + packet.opcode().offsetOf(ExtensionHeader.AETH));
    long psn = sequence.extend(packet.psn());
    AckKind kind = aeth.kind();
    acknowledgedNanos = packet.nanos();
    if (kind == AckKind.ACK) {
      acknowledged(psn);
    } else if (kind != AckKind.RESERVED) {
      boolean fresh = sequence.refuse(psn);
      countRefusal(kind, aeth, packet.nanos());
      settleAcknowledged();
      if (fresh && kind == AckKind.NAK && aeth.nakCode() != NakCode.PSN_SEQUENCE_ERROR) {
        refuseReads(packet, psn, aeth.nakCode());
      }
      if (fresh && events != null) {
        events.finding(
            kind == AckKind.NAK
                ? finding(
                    IbRules.refusal(aeth.nakCode()),
                    packet,
                    "NAK (%s) of PSN %d",
                    aeth.nakCode().text(),
                    packet.psn())
                : finding(
                    IbRules.RNR_NAK,
                    packet,
                    "RNR NAK of PSN %d, to be repeated after %.2f ms",
                    packet.psn(),
                    aeth.rnrMicroseconds() / MICROS_PER_MILLI));
      }
    }
  }

  private void countRefusal(AckKind kind, Aeth aeth, long now) {
    repeats.asked(now, kind == AckKind.RNR_NAK ? aeth.rnrMicroseconds() * NANOS_PER_MICRO : 0);
    if (kind == AckKind.RNR_NAK) {
      traffic.notReady();
      return;
    }
    traffic.refused(aeth.nakCode().text());
    if (aeth.nakCode() != NakCode.PSN_SEQUENCE_ERROR && connection != null) {
      connection.broken("NAK (" + aeth.nakCode().text() + ")");
    }
  }

  /** After any NAK but one for a gap nothing is repeated: the queue pair is in error. */
  private void refuseReads(TransportPacket packet, long psn, NakCode code) {
    TransferRing ring = reads;
    if (ring == null) {
      return;
    }
    for (Transfer read : ring.openFrom(psn)) {
      read.sink.refused(
          finding(
              IbRules.READ_REFUSED,
              packet,
              "NAK (%s) %s the RDMA READ of %s at 0x%016x of R_Key 0x%08x",
              code.text(),
              read.covers(psn) ? "refuses" : "leaves unanswered",
              Counted.of(read.length, "byte"),
              read.address,
              read.handle));
    }
  }

  private void acknowledged(long psn) {
    sequence.acknowledge(psn);
    if (sequence.isPassedOver() && events != null) {
      // Before a Send is settled, for which it may matter.
      events.missed();
    }
    settleAcknowledged();
  }

  private void settleAcknowledged() {
    SendQueue queue = sends;
    if (queue != null) {
      queue.acknowledged(sequence.acknowledged(), Math.max(acknowledgedNanos, traffic.lastNanos()));
    }
  }

  private void place(Transfer transfer, TransportPacket packet, long psn, PsnSequence.Place place) {
    int inside = transfer.inside(psn, packet.payloadLength());
    transfer.sink.packet(
        packet.opcode().part().place(), packet.payloadLength(), packet.psn(), packet.frameNumber());
    transfer.sink.fragment(
        transfer.addressOf(psn),
        packet.bytes(),
        packet.payloadOffset(),
        Math.min(packet.payloadCaptured(), inside),
        inside,
        packet.psn(),
        packet.frameNumber(),
        packet.nanos());
    if (inside < packet.payloadLength()) {
      transfer.sink.finding(
          finding(
              IbRules.BEYOND_DMA_LENGTH,
              packet,
              "%s beyond the DMA length of %d",
              Counted.of(packet.payloadLength() - inside, "byte"),
              transfer.length));
    }
    Finding fault = packet.fault();
    if (fault != null) {
      transfer.sink.finding(fault);
    }
    if (place == PsnSequence.Place.AHEAD) {
      transfer.sink.finding(
          finding(IbRules.OUT_OF_ORDER, packet, "PSN %d is ahead of a gap", packet.psn()));
    }
  }

  private void learnMtu(int bytes) {
    if (mtu == 0 && PathMtu.isValid(bytes)) {
      mtu(bytes);
      if (peer != null) {
        peer.mtu(bytes);
      }
    }
  }

  /** Sets the path MTU, from the connection manager or from a full packet. */
  void mtu(int bytes) {
    mtu = bytes;
    if (connection != null) {
      connection.pathMtu(bytes);
    }
  }

  // ---- the order of requests

  @Override
  public long end() {
    return sequence.seenTo();
  }

  @Override
  public long receivedTo() {
    return sequence.acknowledged();
  }

  @Override
  public boolean mayLackSend(long after, long before) {
    // What was acknowledged was sent, even if nothing behind it was seen.
    long to = Math.min(before, Math.max(sequence.seenTo(), sequence.acknowledged()));
    long at = after + 1;
    if (sequence.isForgotten(at, to)) {
      return true;
    }
    for (int steps = 0; steps < MOST_STEPS; steps++) {
      at = sequence.nextUnseen(at, to);
      if (at >= to) {
        return false;
      }
      long behind = behindTransfer(at, to);
      if (behind == at) {
        return true;
      }
      at = behind;
    }
    return true;
  }

  /** The PSN behind those from {@code psn} on that are of a Write or Read; itself if it is not. */
  private long behindTransfer(long psn, long to) {
    Transfer transfer = writes == null ? null : writes.find(psn);
    if (transfer == null && reads != null) {
      transfer = reads.find(psn);
    }
    if (transfer != null) {
      return Math.max(psn + 1, transfer.endPsn());
    }
    // A response, or a packet of a Write whose First was not seen and has the PSN before it.
    if (heldResponses != null && heldResponses.holds(psn)) {
      return psn + 1;
    }
    return heldWrites != null && psn + 1 < to && heldWrites.holds(psn + 1) ? psn + 1 : psn;
  }

  // ---- what was captured late

  /**
   * Whether a Send that was acknowledged is held back, because the message level can use what was
   * not captured before its acknowledgement, and packets are missing that may just come late.
   */
  boolean waitsForLate(SendAssembly send, long now) {
    ConnectionEvents told = events;
    if (told == null
        || limits().isFollowing()
        || now - send.lastNanos() > MOST_LATE_NANOS
        || !(lacksBefore(send.firstExtendedPsn()) || (peer != null && peer.lacksAny()))
        || !told.lacksData(send)) {
      return false;
    }
    long packets = traffic.packets() + (peer == null ? 0 : peer.traffic.packets());
    return send.held(packets) < MOST_LATE_PACKETS;
  }

  /** Whether there is a request before {@code psn}, or a response to one, that was not seen. */
  private boolean lacksBefore(long psn) {
    long from = psn - MOST_LATE_PSNS;
    return sequence.nextUnseen(from, psn) < psn || (reads != null && reads.lacksResponse(from));
  }

  private boolean lacksAny() {
    return lacksBefore(Math.max(sequence.acknowledged(), sequence.seenTo()));
  }

  /** Settles what waited for a packet that was captured behind the acknowledgement of others. */
  private void cameLate(long psn, long now) {
    if (psn < sequence.acknowledged()) {
      settleHeld(now);
      if (peer != null) {
        peer.settleHeld(now);
      }
    }
  }

  private void settleHeld(long now) {
    SendQueue queue = sends;
    if (queue != null) {
      queue.settleHeld(now);
    }
  }

  // ---- what the message level is told

  void arrived(SendAssembly send) {
    if (peer == null) {
      table.joiner().byReply(this, send);
    }
    events(send.firstFrame()).sendArrived(send);
  }

  void settled(Send send) {
    if (events != null) {
      events.sendSettled(send);
    }
  }

  /** Tells of something that belongs to no message; false if there is nobody to tell. */
  boolean tell(Finding finding) {
    if (events == null || closed) {
      return false;
    }
    events.finding(finding);
    return true;
  }

  /** Notes something of the connection, if there is one. */
  void note(Finding finding) {
    if (events != null) {
      events.finding(finding);
    }
  }

  boolean advertises(Reth reth) {
    return events != null
        && events.advertises(side, reth.rKey(), reth.virtualAddress(), reth.dmaLength());
  }

  boolean awaitsReply(int xid) {
    return events != null && events.awaitsReply(side, xid);
  }

  /** Whether a request of this flow that is not acknowledged ends at, or reads, this PSN. */
  boolean awaitsAcknowledgementOf(int wirePsn) {
    if (!sequence.isStarted()) {
      return false;
    }
    long psn = sequence.extend(wirePsn);
    SendQueue queue = sends;
    TransferRing ring = reads;
    return (queue != null && queue.waitsFor(psn)) || (ring != null && ring.covering(psn) != null);
  }

  private ConnectionEvents events(long frame) {
    ConnectionEvents present = events;
    if (present != null) {
      return present;
    }
    RdmaConnection fresh =
        new RdmaConnection(
            transport,
            new Endpoint(key.source(), OptionalInt.empty()),
            new Endpoint(key.destination(), OptionalInt.of(key.destinationQp())),
            frame);
    if (mtu != 0) {
      fresh.pathMtu(mtu);
    }
    ConnectionEvents opened = table.listener().opened(fresh);
    attach(fresh, opened, RdmaConnection.FIRST);
    if (peer != null) {
      fresh.endpoint(RdmaConnection.FIRST, peer.receiver());
      peer.attach(fresh, opened, RdmaConnection.SECOND);
    }
    return opened;
  }

  private Endpoint receiver() {
    return new Endpoint(key.destination(), OptionalInt.of(key.destinationQp()));
  }

  private void attach(RdmaConnection toConnection, ConnectionEvents toEvents, int asSide) {
    connection = toConnection;
    events = toEvents;
    side = asSide;
    toConnection.traffic(asSide, traffic);
    toConnection.order(asSide, this);
    if (lane != null) {
      toConnection.lane(asSide, lane);
    }
  }

  // ---- the life of the pair

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
    boolean early = wasAnsweredEarly(other);
    if ((other.wasAnsweredEarly(this) || early) && events != null) {
      events.missed();
    }
    if (mtu == 0) {
      mtu(other.mtu);
    } else {
      other.mtu(mtu);
    }
  }

  /** Ends this flow and its peer. */
  void close(ConnectionEvents.Ending ending) {
    if (closed) {
      return;
    }
    closed = true;
    finish();
    Flow other = peer;
    if (other != null && !other.closed) {
      other.closed = true;
      other.finish();
    }
    if (events != null) {
      events.closed(ending);
    }
    detach();
    if (other != null) {
      other.detach();
    }
  }

  /** Has the connection manager's memory of this flow let go of it when it is closed. */
  void whenClosed(CmTracker.Established memory) {
    established = memory;
  }

  /** Lets go of the connection, so that a closed flow holds no more than where its PSNs were. */
  private void detach() {
    events = null;
    connection = null;
    sequence.forgetSeen();
    if (established != null) {
      established.closed();
      established = null;
    }
    table.closed(this);
  }

  private void finish() {
    highestStart = Long.MAX_VALUE;
    if (lateRepeats != null) {
      lateRepeats.tell();
      lateRepeats = null;
    }
    if (sends != null) {
      sends.finish();
      sends = null;
    }
    if (heldWrites != null) {
      heldWrites.clear();
      heldWrites = null;
    }
    if (heldResponses != null) {
      heldResponses.clear();
      heldResponses = null;
    }
    if (writes != null) {
      writes.clear();
      writes = null;
    }
    if (reads != null) {
      reads.clear();
      reads = null;
    }
  }

  @Nullable Flow peer() {
    return peer;
  }

  static Finding finding(Rule rule, TransportPacket packet, String format, Object... values) {
    return new Finding(
        rule,
        packet.frameNumber(),
        packet.frameOffsetOf(packet.headers()),
        String.format(Locale.ROOT, format, values));
  }
}
