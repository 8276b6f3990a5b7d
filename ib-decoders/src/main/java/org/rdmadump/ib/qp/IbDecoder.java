package org.rdmadump.ib.qp;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Deth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.TransportService;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.UdpPort;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.Service;

/**
 * Decodes the transport packets of InfiniBand, whatever carries them: RoCE of both versions, or
 * InfiniBand itself. Base and extended transport headers, CRCs, communication management, and the
 * reliable connections' requests and responses.
 *
 * <p>IBTA volume 1, chapter 9, annexes A16 and A17.
 */
public final class IbDecoder {
  /** UDP destination port of RoCE version 2; the source port is entropy and means nothing. */
  public static final int UDP_PORT = UdpPort.ROCE_V2;

  private static final int OPCODE = 0;
  private static final int FLAGS = 1;
  private static final int DESTINATION_QP = 5;
  private static final int PSN = 9;
  private static final int PAD_SHIFT = 4;
  private static final int PAD_MASK = 3;

  /** Packets that may still be repeated around the end of a connection. */
  private static final long LATE_PSNS = 1L << 16;

  private final FindingSink findings;
  private final FlowTable flows;
  private final ManagementDatagrams management;
  private final CrcCheck crcs;
  private final Asides asides;
  private final TransportPacket packet = new TransportPacket();
  private final MiddlePackets middles;
  private final Unconnected unconnected;
  private final CongestionMarks congestion = new CongestionMarks();

  /** Whether the packet met congestion on its way. */
  private boolean congestionMet;

  private long packets;
  private long truncated;
  private long malformed;

  /**
   * A decoder that tells {@code listener} of connections, and {@code findings} of what belongs to
   * none.
   */
  public IbDecoder(ConnectionListener listener, FindingSink findings) {
    this.findings = findings;
    this.flows = new FlowTable(listener);
    this.unconnected = new Unconnected(listener);
    this.crcs = new CrcCheck(findings);
    this.asides = new Asides(findings);
    this.middles = crcs.middlePackets(flows, packet);
    this.management = new ManagementDatagrams(new CmTracker(flows), findings);
  }

  /**
   * Takes a frame if its packet is the next one in the middle of an operation: the short way for
   * what nearly all frames of large transfers are, which needs no {@link Datagram}. What it brought
   * may be told with frames behind it, while {@link #isRunning}.
   *
   * @return false if it is another: it is to be decoded
   */
  public boolean take(Frame frame) {
    return middles.take(frame);
  }

  /** {@return whether the last frame was taken with those before it, and told nothing yet} */
  public boolean isRunning() {
    return middles.isRunning();
  }

  private void count(Flow flow) {
    count(flow, packet, congestionMet);
  }

  private static void count(Flow flow, TransportPacket packet, boolean congested) {
    packet.countIn(flow.traffic());
    if (congested) {
      flow.traffic().congestionMarked();
    }
  }

  /**
   * Decodes a transport packet: the payload of a UDP datagram to {@link #UDP_PORT}, of a packet of
   * RoCE version 1 or of native InfiniBand.
   *
   * @return false if it was discarded because it is damaged: a good copy of it may come
   */
  public boolean decode(Frame frame, Datagram datagram) {
    middles.endRun();
    packets++;
    int at = datagram.payloadOffset();
    int length = datagram.payloadLength();
    int captured = datagram.payloadCaptured();
    if (datagram.hasVariantCrc()) {
      crcs.variant(frame, datagram);
    }
    if (length < Bth.LENGTH + Icrc.LENGTH) {
      tooShort(frame, at, length);
      return true;
    }
    if (captured < Bth.LENGTH) {
      truncated++;
      return true;
    }
    byte[] bytes = frame.array();
    Opcode opcode = Opcode.of(bytes[at + OPCODE]);
    byte marks = bytes[at + Bth.CONGESTION];
    int trafficClass = datagram.trafficClass();
    congestionMet = CongestionMarks.isExperienced(trafficClass);
    if (CongestionMarks.isMarked(marks, trafficClass) || !opcode.isReliable()) {
      congestion.count(opcode, marks, trafficClass);
    }
    int pad = bytes[at + FLAGS] >> PAD_SHIFT & PAD_MASK;
    int headers = opcode.headersLength();
    int payload = length - headers - pad - Icrc.LENGTH;
    if (payload < 0) {
      tooShort(frame, at, length);
      return true;
    }
    if (captured < headers) {
      cut(datagram, opcode, bytes, at);
      return true;
    }
    Finding fault = captured == length ? crcs.invariant(frame, datagram, at + length) : null;
    int qp = NetworkOrder.threeBytesAt(bytes, at + DESTINATION_QP);
    int psn = NetworkOrder.threeBytesAt(bytes, at + PSN);
    packet.set(frame, opcode, at, psn);
    packet.carries(payload, Math.min(payload, captured - headers), fault);
    int target = opcode.service() == TransportService.RC ? qp : packet.target(qp);
    if (fault != null && crcs.isDamaged(datagram)) {
      discard(datagram, target, fault);
      return false;
    }
    if (!opcode.isReliable()) {
      other(frame, datagram, qp, fault);
      return true;
    }
    // Of XRC, requests go to the queue pair of the target, answers to that of the initiator.
    Flow flow = flows.of(datagram, target);
    if (opcode.isMiddle() && isContinued(flow, frame, datagram)) {
      return true;
    }
    if (flow.isUnmarked()) {
      flow.mark(packet.lane(datagram));
    }
    if (fault != null && !opcode.hasPayload()) {
      findings.accept(fault);
    }
    if (opcode.isResponse()) {
      response(flow);
    } else {
      request(flow);
    }
    return true;
  }

  /** A snap length cut the headers: the capture does not lack the packet, but what it asked for. */
  private void cut(Datagram datagram, Opcode opcode, byte[] bytes, int at) {
    truncated++;
    if (opcode.service() == TransportService.RC && !opcode.isResponse()) {
      int qp = NetworkOrder.threeBytesAt(bytes, at + DESTINATION_QP);
      Flow flow = flows.find(datagram, qp);
      if (flow != null) {
        flow.requester().unseen().cut(NetworkOrder.threeBytesAt(bytes, at + PSN));
      }
    }
  }

  private void tooShort(Frame frame, int at, int length) {
    String what =
        length < Bth.LENGTH + Icrc.LENGTH
            ? "a base transport header"
            : "the headers of " + Opcode.of(frame.array()[at + OPCODE]).text();
    malformed++;
    findings.accept(
        new Finding(
            IbRules.TOO_SHORT,
            frame.number(),
            at - frame.offset(),
            Counted.are(length, "byte") + " too few for " + what));
  }

  /**
   * Looks at a raw packet of native InfiniBand, which has no transport header: its CRC is all that
   * can be checked.
   */
  public void raw(Frame frame, Datagram datagram) {
    middles.endRun();
    if (datagram.hasVariantCrc()) {
      crcs.variant(frame, datagram);
    }
  }

  /** A damaged packet is for nobody, least of all by the numbers in its headers. */
  private void discard(Datagram datagram, int target, Finding fault) {
    Flow flow = flows.find(datagram, target);
    if (flow == null || !flow.isTold()) {
      findings.accept(fault);
    } else if (packet.opcode().isReliable() && !packet.opcode().isResponse()) {
      flow.requester().findings().addDamaged(packet.psn(), packet.payloadLength(), fault);
    } else {
      flow.note(fault);
    }
  }

  /** Takes a packet in the middle of an operation, if it is the next one. */
  private boolean isContinued(Flow flow, Frame frame, Datagram datagram) {
    if (!middles.continues(flow)) {
      return false;
    }
    count(flow);
    if (packet.fault() == null
        && !packet.opcode().has(ExtensionHeader.RDETH)
        && MiddleTemplate.isPossible(frame, datagram)
        && !Icrc.isAbsent(frame.array(), datagram.payloadOffset() + datagram.payloadLength())) {
      middles.keep(flow, frame, datagram);
    }
    return true;
  }

  private void request(Flow found) {
    boolean isOver = found.isTakenDown() || found.isClosed();
    Flow flow = isOver ? successor(found) : found;
    if (flow == null) {
      return;
    }
    if (isFarFrom(flow)) {
      farRequest(flow);
      return;
    }
    if (flow.knownStrays() != null) {
      flow.endStrays();
    }
    take(flow, packet, congestionMet);
  }

  private void take(Flow flow, TransportPacket packet, boolean congested) {
    count(flow, packet, congested);
    if (packet.opcode().hasAside()) {
      asides.request(flow, packet);
    }
    boolean mayCount = flow.counts().mayCountRequests();
    boolean isNew = mayCount && RequestCount.isNew(flow, packet);
    switch (packet.opcode().operation()) {
      case SEND -> flow.requester().send(packet);
      case RDMA_WRITE -> flow.requester().write(packet);
      case RDMA_READ_REQUEST -> flow.requester().readRequest(packet);
      default -> flow.requester().otherRequest(packet);
    }
    if (mayCount) {
      RequestCount.request(flow, packet, isNew);
    }
  }

  /** The flow of a request to one that is over; null if it comes too late for any. */
  private @Nullable Flow successor(Flow flow) {
    if (flow.requester().sequence().isOfAnotherConnection(packet.psn(), LATE_PSNS)) {
      return flows.restart(flow);
    }
    return flow.isClosed() ? null : flow;
  }

  /** Whether the PSN is far from those of the requests of a flow. */
  private boolean isFarFrom(Flow requester) {
    return requester
        .requester()
        .sequence()
        .isOfAnotherConnection(packet.psn(), StrayPackets.FAR_PSNS);
  }

  private void farRequest(Flow flow) {
    StrayPackets strays = flow.strays();
    if (strays.isFollowedBy(packet.psn())) {
      take(startAnew(flow), packet, congestionMet);
    } else {
      strays.request(packet, congestionMet);
    }
  }

  private void farAnswer(Flow flow, Flow requester) {
    StrayPackets asked = requester.knownStrays();
    if (asked == null || !asked.isAnsweredBy(packet.psn())) {
      flow.strays().answer(packet);
      return;
    }
    Flow unused = startAnew(requester);
    Flow fresh = flows.inPlaceOf(flow);
    if (fresh != null) {
      response(fresh);
    }
  }

  /**
   * Starts a flow and its peer anew with the requests that were far from those before, which show
   * that another connection has the queue pair numbers.
   */
  private Flow startAnew(Flow flow) {
    Flow peer = flow.peer();
    StrayPackets mine = flow.strays();
    StrayPackets others = peer == null ? null : peer.knownStrays();
    TransportPacket request = mine.takeRequest();
    TransportPacket other = others == null ? null : others.takeRequest();
    Flow fresh = flows.restart(flow);
    Flow freshPeer = peer == null ? null : flows.inPlaceOf(peer);
    boolean isLater =
        request != null && other != null && other.frameNumber() > request.frameNumber();
    if (request != null && isLater) {
      take(fresh, request, mine.isRequestCongested());
    }
    if (others != null && other != null && freshPeer != null) {
      take(freshPeer, other, others.isRequestCongested());
    }
    if (request != null && !isLater) {
      take(fresh, request, mine.isRequestCongested());
    }
    return fresh;
  }

  private void response(Flow flow) {
    if (flow.isClosed()) {
      return;
    }
    Flow asking = flow.peer();
    if (asking != null && !asking.isClosed() && isFarFrom(asking)) {
      farAnswer(flow, asking);
      return;
    }
    count(flow);
    if (!flow.isJoined()) {
      flows.joiner().byAcknowledgement(flow, packet.psn());
    }
    Flow requester = flow.peer();
    if (requester == null) {
      flow.answersUnseen(packet);
      return;
    }
    if (requester.isClosed()) {
      return;
    }
    flow.requester().sentAnswer(packet.nanos());
    switch (packet.opcode().operation()) {
      case RDMA_READ_RESPONSE -> Answers.readResponse(requester, packet);
      case ACKNOWLEDGE -> Answers.acknowledge(requester, packet);
      case ATOMIC_ACKNOWLEDGE -> {
        asides.answer(requester, packet);
        Answers.acknowledge(requester, packet);
      }
      default -> {}
    }
    if (requester.counts().requests() != null) {
      RequestCount.answer(requester, packet);
    }
  }

  /** What is sent back from where a notification goes, of the first service that has it. */
  private @Nullable Flow slowedBy(Datagram datagram, int qp) {
    for (Service service : FlowKey.SERVICES) {
      Flow opposite = flows.find(datagram, FlowKey.targetOf(service, qp));
      Flow slowed = opposite == null ? null : opposite.peer();
      if (slowed != null) {
        return slowed;
      }
    }
    return null;
  }

  private void other(Frame frame, Datagram datagram, int qp, @Nullable Finding fault) {
    if (fault != null) {
      findings.accept(fault);
    }
    Opcode opcode = packet.opcode();
    int deth = opcode.offsetOf(ExtensionHeader.DETH);
    if (opcode.service() == TransportService.UD && deth >= 0) {
      int sender = Deth.sourceQp(frame.array(), packet.headers() + deth);
      if (ManagementDatagrams.isPort(sender) || ManagementDatagrams.isPort(qp)) {
        management.take(packet, sender, frame, datagram);
      } else {
        int unused = unconnected.take(packet, datagram, qp, OptionalInt.of(sender), congestionMet);
      }
    } else {
      rest(datagram, qp);
    }
  }

  private void rest(Datagram datagram, int qp) {
    Opcode opcode = packet.opcode();
    if (!opcode.isKnown()) {
      // What manufacturers use for themselves is not wrong.
      if (opcode.service() != TransportService.MANUFACTURER) {
        findings.accept(packet.finding(IbRules.UNKNOWN_OPCODE, "%s", opcode.text()));
      }
    } else if (opcode.operation() == Operation.CONGESTION_NOTIFICATION) {
      // It is sent to whom it asks to slow down, and does not name the service.
      Flow slowed = slowedBy(datagram, qp);
      if (slowed != null) {
        slowed.traffic().congestionNotified();
      }
    } else if (opcode.service() == TransportService.UC) {
      Flow made = flows.find(datagram, packet.target(qp));
      if (made != null && !made.isClosed()) {
        flows.use(made);
        int missing = made.counts().unacknowledged().take(packet, congestionMet);
        if (missing > 0) {
          made.note(missing(missing));
        }
      } else {
        int missing = unconnected.take(packet, datagram, qp, OptionalInt.empty(), congestionMet);
        if (missing > 0) {
          findings.accept(missing(missing));
        }
      }
    }
  }

  private Finding missing(int count) {
    return packet.finding(
        IbRules.PSN_GAP,
        "%s missing before PSN %d of an unreliable connection",
        Counted.are(count, "packet"),
        packet.psn());
  }

  /**
   * Settles Sends that have waited too long for an acknowledgement, on connections without traffic
   * since.
   *
   * @param now time of the capture, in nanoseconds since 1970
   */
  public void settleOverdue(long now) {
    middles.endRun();
    flows.settleOverdue(now);
  }

  /**
   * Says that somebody may be waiting for what is decoded, as with a live capture: a Send without
   * an acknowledgement is told after 2 seconds, and what comes of it later is a repeat of it.
   */
  public void follow() {
    flows.follow();
  }

  /** Ends all connections: nothing more is going to be decoded. */
  public void finish() {
    middles.endRun();
    flows.closeAll(ConnectionEvents.Ending.CAPTURE_ENDED);
    unconnected.finish();
  }

  /** Packets that were given to this decoder. */
  public long packets() {
    return packets + middles.packets();
  }

  /** Packets whose headers the snap length cut. */
  public long truncated() {
    return truncated;
  }

  /** Packets that were too short for their own headers. */
  public long malformed() {
    return malformed;
  }

  /** What packets said of congestion so far. */
  public CongestionMarks congestion() {
    return congestion;
  }

  /** The management datagrams so far. */
  public ManagementDatagrams management() {
    return management;
  }

  /** Flows that were given up because there were too many. */
  public long evictedFlows() {
    return flows.evicted();
  }

  /** Flows that were given up because all that is held was too much. */
  public long evictedFlowsForMemory() {
    return flows.evictedForMemory();
  }

  /** RDMA operations that were forgotten before all their packets were seen. */
  public long evictedOperations() {
    return flows.limits().evictedTransfers();
  }

  /** Packets without a connection that were not counted, as they went to too many queue pairs. */
  public long uncountedPackets() {
    return unconnected.leftOut();
  }

  /** Fragments that waited for the packet that places them, and were given up. */
  public long evictedFragments() {
    return flows.limits().evictedFragments();
  }

  /** Packets of Sends that waited for others, and were given up. */
  public long evictedSendPackets() {
    return flows.limits().evictedSendPackets();
  }
}
