package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.Reth;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.RepeatCause;

/**
 * The requests that one host sends to a queue pair of another: Sends, RDMA Writes and Reads, with
 * PSNs of their own. What answers them is of {@link Answers}.
 *
 * <p>IBTA volume 1, 9.7.
 */
final class Requester implements SentRequests {
  /** PSNs before a Send of which one that was not seen makes it wait. */
  private static final int MOST_LATE_PSNS = 1 << 14;

  /** PSNs that a Read may take; one that announces more would lead every later PSN astray. */
  private static final long MOST_RESPONSES = 1L << 20;

  private final Flow flow;
  private final PsnSequence sequence = new PsnSequence();
  private final UnseenRequests unseen;
  private final Repeats repeats;

  // Made when needed: of ten thousand flows most need some of them only.
  private @Nullable Sends sends;
  private @Nullable TransferRing writes;
  private @Nullable TransferRing reads;
  private @Nullable LateRepeats lateRepeats;
  private @Nullable RequestFindings findings;
  private long highestStart = Long.MIN_VALUE;

  /** Whether a packet of a Send was captured after its acknowledgement. */
  private boolean late;

  /** Time of the last acknowledgement, or Read response, which is one too. */
  private long acknowledgedNanos;

  /** When requests were acknowledged that were not captured by then; null if none was. */
  private @Nullable EarlyTimes early;

  Requester(Flow flow) {
    this.flow = flow;
    this.unseen = new UnseenRequests(flow, flow.traffic(), sequence);
    this.repeats = new Repeats(flow.traffic());
  }

  /** Their PSNs. */
  PsnSequence sequence() {
    return sequence;
  }

  /** Those that the capture lacks. */
  UnseenRequests unseen() {
    return unseen;
  }

  /** Tells which of them were sent before, and why. */
  Repeats repeats() {
    return repeats;
  }

  /** The Sends that are not settled, if there was one. */
  private @Nullable SendQueue waiting() {
    return sends == null ? null : sends.queue();
  }

  /** What was noticed of single ones. */
  RequestFindings findings() {
    RequestFindings known = findings;
    if (known == null) {
      known = new RequestFindings(flow, this, sequence);
      findings = known;
    }
    return known;
  }

  /** Takes what was noticed of one that was refused. */
  void noted(long psn, Finding finding) {
    findings().add(psn, finding);
  }

  /** The frame of a damaged copy of the one with a PSN; 0 if none is known. */
  long damagedFrame(long psn) {
    return findings == null ? 0 : findings.damagedFrame(psn);
  }

  /** Tells of those between two PSNs that were acknowledged and are damaged in the capture. */
  void tellDamaged(long from, long to) {
    if (findings != null) {
      findings.tellDamaged(from, to);
    }
  }

  /** Takes note that a Send arrives, before it is told. */
  void arrived(SendAssembly send) {
    if (findings != null) {
      findings.arrived(send);
    }
  }

  @Override
  public @Nullable SendAssembly sendWith(long psn) {
    SendQueue queue = waiting();
    return queue == null ? null : queue.sendWith(psn);
  }

  @Override
  public @Nullable Transfer operationWith(long psn) {
    Transfer write = writes == null ? null : writes.find(psn);
    return write != null || reads == null ? write : reads.find(psn);
  }

  /** The RDMA Writes, if there was one. */
  @Nullable TransferRing writes() {
    return writes;
  }

  /** The RDMA Reads, if there was one, or a response. */
  @Nullable TransferRing reads() {
    return reads;
  }

  /** Whether a request that is not acknowledged ends at, or reads, this PSN. */
  boolean awaitsAcknowledgementOf(int wirePsn) {
    if (!sequence.isStarted()) {
      return false;
    }
    long psn = sequence.extend(wirePsn);
    SendQueue queue = waiting();
    return (queue != null && queue.waitsFor(psn))
        || (reads != null && reads.covering(psn) != null)
        || flow.counts().awaitsAnswerAt(psn);
  }

  // ---- the requests

  /** Takes a packet of a Send. */
  void send(TransportPacket packet) {
    Sends known = sends;
    if (known == null) {
      known = new Sends(flow, this);
      sends = known;
    }
    if (!repeats.isRepeating() && sequence.takeNext(packet.psn())) {
      // What nearly all are: nothing that was seen before has to do with it.
      long next = sequence.expected() - 1;
      takeSend(known, packet, next, next, false);
    } else {
      sendOutOfOrder(known, packet);
    }
  }

  private void sendOutOfOrder(Sends known, TransportPacket packet) {
    long psn = sequence.extend(packet.psn());
    long expected = sequence.isStarted() ? sequence.expected() : psn;
    boolean done = sequence.isDone(psn) || (sequence.isKnown(psn) && known.queue().isSettled(psn));
    late |= psn < sequence.acknowledged() && !sequence.isKnown(psn);
    repeats.request(psn, packet.payloadLength(), sequence, packet.nanos());
    sequence.request(psn, 1, 1);
    takeSend(known, packet, psn, expected, done);
    cameLate(psn, packet.nanos());
  }

  private void takeSend(
      Sends known, TransportPacket packet, long psn, long expected, boolean done) {
    noteIfLate(packet, done);
    unseen.tellBefore(packet, psn);
    flow.learnMtu(packet.opcode().endsMessage(), packet.payloadLength());
    if (!done && packet.opcode().startsMessage()) {
      requestStarts(psn);
    }
    SendQueue queue = known.queue();
    if (done) {
      known.sentAgain(packet);
    } else {
      queue.packet(packet, psn, expected);
    }
    queue.settleOverdue(packet.nanos());
  }

  /**
   * Takes the next packet of an RDMA Write that is under way, and neither begins nor ends it: the
   * short way for what nearly all packets of a large Write are.
   *
   * @return false if it is another; nothing was done then
   */
  boolean continueWrite(TransportPacket packet) {
    TransferRing known = writes;
    if (known == null
        || flow.mtu() != packet.payloadLength()
        || flow.isClosed()
        || repeats.isRepeating()) {
      return false;
    }
    Transfer transfer = known.latestCovering(sequence.expected());
    if (transfer == null
        || !transfer.isFull(packet.payloadLength())
        || !sequence.takeNext(packet.psn())) {
      return false;
    }
    transfer.take(packet, sequence.expected() - 1, PsnSequence.Arrival.IN_ORDER);
    return true;
  }

  /** Takes a packet of an RDMA Write. */
  void write(TransportPacket packet) {
    long psn = sequence.extend(packet.psn());
    boolean done = sequence.isDone(psn);
    repeats.request(psn, packet.payloadLength(), sequence, packet.nanos());
    PsnSequence.Arrival place = sequence.request(psn, 1, 1);
    if (place == PsnSequence.Arrival.AHEAD && sequence.goesOn(psn)) {
      place = PsnSequence.Arrival.IN_ORDER;
    }
    unseen.tellBefore(packet, psn);
    boolean ends = packet.opcode().endsMessage();
    flow.learnMtu(ends, packet.payloadLength());
    TransferRing known = writes != null ? writes : new TransferRing(sequence, flow.limits(), false);
    writes = known;
    boolean starts = packet.opcode().startsMessage();
    if (starts) {
      requestStarts(psn);
    }
    Transfer transfer =
        starts ? startWrite(known, packet, psn, done) : known.writeWith(packet, psn);
    noteIfLate(packet, done && isOver(transfer));
    if (transfer != null) {
      transfer.take(packet, psn, place);
      if (ends && !starts) {
        known.dropOverIfCrowded();
      }
      cameLate(psn, packet.nanos());
    } else if (!starts && !done) {
      known.hold(packet, psn);
    }
  }

  private static boolean isOver(@Nullable Transfer transfer) {
    return transfer == null || transfer.sink.isOver();
  }

  private @Nullable Transfer startWrite(
      TransferRing known, TransportPacket packet, long psn, boolean done) {
    Reth reth = packet.reth();
    Transfer same = known.startingAt(psn, reth);
    if (same != null || done) {
      return same;
    }
    // An Only takes one PSN, whatever the path MTU.
    int packetMtu =
        packet.opcode().endsMessage()
            ? (int) Math.min(Integer.MAX_VALUE, Math.max(1, reth.dmaLength()))
            : packet.payloadLength();
    Transfer transfer =
        flow.begin(
            RdmaOperation.Kind.WRITE, packet, reth, psn, packetMtu != 0 ? packetMtu : flow.mtu());
    known.add(transfer);
    return transfer;
  }

  /** Takes an RDMA Read request. */
  void readRequest(TransportPacket packet) {
    Reth reth = packet.reth();
    long psn = sequence.extend(packet.psn());
    requestStarts(psn);
    int mtu = flow.mtu();
    long most =
        Math.min(
            MOST_RESPONSES, Transfer.packets(reth.dmaLength(), mtu == 0 ? PathMtu.SMALLEST : mtu));
    long span = mtu == 0 ? 1 : most;
    boolean again = sequence.wasSeen(psn);
    repeats.request(psn, 0, sequence, packet.nanos());
    sequence.request(psn, span, most);
    unseen.tellBefore(packet, psn);
    TransferRing known = readsOrNew();
    Transfer same = known.startingAt(psn, reth);
    noteIfLate(packet, same != null && same.sink.isOver());
    if (same != null) {
      askedAgain(same, packet);
      return;
    }
    Transfer transfer = flow.begin(RdmaOperation.Kind.READ, packet, reth, psn, mtu);
    transfer.sink.packet(
        FragmentPlace.REQUEST, packet.payloadLength(), packet.psn(), packet.frameNumber());
    if (again) {
      known.noteRest(transfer, packet);
    }
    known.tellLacking(flow.events(), unseen);
    long end = transfer.endPsn();
    known.add(transfer);
    if (mtu != 0) {
      takeEnd(transfer, end);
    } else if (transfer.knowsMtu()) {
      foundEnd(transfer, end);
    }
  }

  /** Takes what a response says of the path MTU of its Read, if that is not known. */
  void learnMtu(Transfer read, TransportPacket packet, long psn) {
    if (!read.knowsMtu()) {
      long most = read.endPsn();
      read.learnMtu(packet.opcode().endsMessage(), psn, packet.payloadLength());
      if (read.knowsMtu()) {
        foundEnd(read, most);
      }
    }
  }

  /** Takes what a response says of the path MTU of its Read, if that is not what was thought. */
  void relearnMtu(Transfer read, TransportPacket packet, long psn) {
    long end = read.endPsn();
    if (reads != null
        && read.relearnMtu(packet.opcode().part(), psn, packet.payloadLength(), flow.mtu())) {
      reads.resized();
      takeEnd(read, end);
    }
  }

  /** Takes note that it is known now where a Read ends that was taken without a path MTU. */
  private void foundEnd(Transfer read, long most) {
    long limit = read.firstPsn + MOST_RESPONSES;
    sequence.foundEnd(read.firstPsn + 1, Math.min(limit, most), Math.min(limit, read.endPsn()));
  }

  /** Takes note that a Read that was taken ends elsewhere than it was thought to. */
  private void takeEnd(Transfer read, long thought) {
    long most = read.firstPsn + MOST_RESPONSES;
    long before = Math.min(most, thought);
    long end = Math.min(most, read.endPsn());
    if (end < before) {
      end = Math.min(before, Math.max(end, highestStart + 1));
    }
    sequence.correctEnd(before, end);
  }

  private static void askedAgain(Transfer same, TransportPacket packet) {
    boolean late = same.sink.isOver();
    same.sink.askedAgain(packet.frameNumber());
    if (!late) {
      same.sink.finding(
          packet.finding(IbRules.PSN_REPEAT, "RDMA READ Request repeated, PSN %d", packet.psn()));
    }
  }

  private TransferRing readsOrNew() {
    TransferRing known = reads != null ? reads : new TransferRing(sequence, flow.limits(), true);
    reads = known;
    return known;
  }

  /** Holds a response whose request was not seen yet. */
  void holdResponse(TransportPacket packet, long psn) {
    readsOrNew().hold(packet, psn);
  }

  /** Takes note of a response to a request that was not seen, though a later one was. */
  void lackRead(long psn) {
    if (psn < highestStart) {
      unseen.missed();
    }
  }

  /** Takes any other request, which moves nothing that is followed here. */
  void otherRequest(TransportPacket packet) {
    long psn = sequence.extend(packet.psn());
    requestStarts(psn);
    noteIfLate(packet, sequence.isDone(psn));
    repeats.request(psn, packet.payloadLength(), sequence, packet.nanos());
    sequence.request(psn, 1, 1);
    unseen.tellBefore(packet, psn);
  }

  /** Notes that some request begins at {@code psn}: a Send before it has ended. */
  private void requestStarts(long psn) {
    highestStart = Math.max(highestStart, psn);
  }

  /** Highest PSN at which a request is known to begin. */
  long highestStart() {
    return highestStart;
  }

  /** Notes a request that came again when nothing waits for it. */
  private void noteIfLate(TransportPacket packet, boolean late) {
    if (late) {
      noteLate(packet);
    } else if (lateRepeats != null) {
      tellLate();
    }
  }

  private void noteLate(TransportPacket packet) {
    if (lateRepeats == null) {
      lateRepeats = new LateRepeats();
    }
    lateRepeats.add(packet, sequence.wasAcknowledged(packet.psn()));
  }

  private void tellLate() {
    Finding inRow = lateRepeats == null ? null : lateRepeats.take();
    if (inRow != null) {
      flow.note(inRow);
    }
  }

  // ---- acknowledgements

  /** Notes when the receiver answered. */
  void answered(long nanos) {
    acknowledgedNanos = nanos;
  }

  /** When the receiver acknowledged a PSN, as far as that is known; else when it answered last. */
  long acknowledgedNanos(long psn) {
    return early == null ? acknowledgedNanos : early.of(psn, acknowledgedNanos);
  }

  /**
   * Takes note of an answer, before it is taken as one. If an RDMA Read before it has none, that
   * was lost, and the requester asks again at once.
   *
   * <p>IBTA volume 1, 9.7.5.
   *
   * @param psn behind which no Read can be that has to be answered before
   */
  void answeredBehindReads(long psn, long now) {
    long before = sequence.acknowledged();
    if (reads != null && psn > before && reads.lacksAnswerWithin(before, psn)) {
      repeats.asked(RepeatCause.LOSS, now, 0);
    }
  }

  /** Takes an acknowledgement of all requests up to a PSN. */
  void acknowledged(long psn, long frame) {
    unseen.acknowledged(psn, frame);
    if (sequence.isPassedOver()) {
      early = early == null ? new EarlyTimes() : early;
      early.add(sequence.acknowledged(), acknowledgedNanos);
    }
    if (findings != null) {
      findings.acknowledged(sequence.acknowledged());
    }
    settleAcknowledged();
  }

  /** Takes note that its side answered something, behind whatever it had asked for before. */
  void sentAnswer(long now) {
    if (sequence.isPassedOver()) {
      settleHeld(now);
    }
  }

  /** Settles the Sends that an acknowledgement passed. */
  void settleAcknowledged() {
    SendQueue queue = waiting();
    long end = sequence.acknowledged();
    if (queue != null && !queue.isSettledBefore(end)) {
      queue.acknowledged(end, Math.max(acknowledgedNanos, flow.traffic().lastNanos()));
    }
  }

  /** Whether acknowledgements before {@code end} say nothing new. */
  boolean isSettledBefore(long end) {
    SendQueue queue = waiting();
    return sequence.expected() >= end
        && !sequence.isPassedOver()
        && (queue == null || queue.isSettledBefore(end));
  }

  // ---- what was captured late

  /** Whether there is a request before {@code psn}, or a response to one, that was not seen. */
  boolean lacksBefore(long psn) {
    long from = psn - MOST_LATE_PSNS;
    return sequence.lacks(from, psn) || (reads != null && reads.lacksResponse(from));
  }

  /** Whether there is any that was not seen. */
  boolean lacksAny() {
    return lacksBefore(Math.max(sequence.acknowledged(), sequence.seenTo()));
  }

  /** Whether a packet of a Send was captured after its acknowledgement, as may others. */
  boolean isLate() {
    return late;
  }

  /** Settles what waited for a packet that was captured behind the acknowledgement of others. */
  private void cameLate(long psn, long now) {
    if (psn < sequence.acknowledged()) {
      settleHeld(now);
      Flow other = flow.peer();
      if (other != null) {
        other.requester().settleHeld(now);
      }
    }
  }

  private void settleHeld(long now) {
    SendQueue queue = waiting();
    if (queue != null) {
      queue.settleHeld(now);
    }
  }

  // ---- the end

  /**
   * Settles everything and forgets it, but for where its PSNs were: no more packets come.
   *
   * @param goesOn whether only the capture ends, so that there may have been more
   */
  void finish(boolean goesOn) {
    highestStart = Long.MAX_VALUE;
    tellLate();
    lateRepeats = null;
    if (sends != null) {
      sends.queue().finish(goesOn);
      sends = null;
    }
    if (findings != null) {
      findings.finish();
      findings = null;
    }
    if (writes != null) {
      writes.clear();
      writes = null;
    }
    if (reads != null) {
      reads.tellLackingAtEnd(flow.events(), goesOn, unseen);
      reads.clear();
      reads = null;
    }
  }
}
