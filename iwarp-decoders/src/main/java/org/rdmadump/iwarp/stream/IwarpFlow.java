package org.rdmadump.iwarp.stream;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.finding.Rule;
import org.rdmadump.iwarp.AtomicRequestHeader;
import org.rdmadump.iwarp.AtomicResponseHeader;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.ImmediateData;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.ReadRequestHeader;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.Terminate;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.iwarp.mpa.FpduSink;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.SentOrder;

/**
 * What one side of an iWARP connection sends: DDP segments, told apart by RDMAP opcode.
 *
 * <p>RFC 5041, RFC 5040, RFC 7306.
 */
final class IwarpFlow implements FpduSink, SentOrder, SegmentSender {
  private static final long NOTHING = 0;

  private final IwarpConnection connection;
  private final int side;
  private final IwarpRun run;
  private final IwarpSendQueue sends;
  private final IwarpTransfers transfers;
  private final IwarpAtomics atomics;
  private final MessageSequences sequences = new MessageSequences();
  private final UnseenSends unseen = new UnseenSends();
  private final StreamRepeats repeats = new StreamRepeats();

  /** Position behind the last FPDU that was read. */
  private long readTo = NOTHING;

  private long receivedTo = NOTHING;

  // What was given up last.
  private long givenUpFrom;
  private long givenUpTo;

  /** Whether bytes before the first FPDU that was read were not captured. */
  private boolean interrupted;

  IwarpFlow(IwarpConnection connection, int side, IwarpRun run) {
    this.connection = connection;
    this.side = side;
    this.run = run;
    this.sends = new IwarpSendQueue(this);
    this.transfers = new IwarpTransfers(this);
    this.atomics = new IwarpAtomics(this);
  }

  @Override
  public int side() {
    return side;
  }

  @Override
  public IwarpRun run() {
    return run;
  }

  private IwarpTransfers peersTransfers() {
    return connection.flow(1 - side).transfers;
  }

  @Override
  public ConnectionEvents events(long frame) {
    return connection.report().events(frame);
  }

  @Override
  public @Nullable RequestCounters requests() {
    return connection.report().requests(side);
  }

  // ---- DDP segments

  @Override
  public void fpdu(Fpdu fpdu) {
    run.fpdus().fpduBegins(fpdu);
    segment(fpdu);
    Finding fault = fpdu.takeFault();
    if (fault != null) {
      // It is neither of a Send nor of memory, which would have told it.
      finding(fault);
    }
    run.fpdus().fpduEnds();
  }

  private void segment(Fpdu fpdu) {
    if (readTo == NOTHING && interrupted) {
      unseen.captureBegins(fpdu.position());
      sends.captureBegins(fpdu.position());
    } else if (readTo != NOTHING && fpdu.position() > readTo) {
      unseen.gap(readTo, fpdu.position());
      sends.missed(fpdu.position() - readTo);
    }
    readTo = fpdu.end();
    if (!fpdu.has(0, DdpControl.LENGTH)) {
      unreadable(fpdu, DdpControl.LENGTH, "a segment");
      missedMessage(fpdu, DdpControl.LENGTH);
      return;
    }
    int control = NetworkOrder.shortAt(fpdu.array(), fpdu.offset());
    if (fpdu.isDamaged() && !isBelievable(control, fpdu)) {
      unseen.gap(fpdu.position(), fpdu.end());
      interrupted();
      return;
    }
    if (!DdpControl.isUsual(control) && DdpControl.isVersion1(control)) {
      reserved(control, fpdu);
    }
    Optional<RdmapOpcode> opcode = RdmapOpcode.of(DdpControl.opcode(control));
    if (!DdpControl.isVersion1(control)) {
      report(
          IwarpRules.BAD_CONTROL,
          fpdu,
          String.format(Locale.US, "control fields 0x%04x, version 1 is 01 in both", control));
    } else if (opcode.isEmpty()) {
      unknown(control, fpdu);
    } else if (opcode.get().isTagged() != DdpControl.isTagged(control)) {
      report(
          IwarpRules.BAD_CONTROL,
          fpdu,
          opcode.get().text() + (opcode.get().isTagged() ? " is not tagged" : " is tagged"));
    } else if (opcode.get().isTagged()) {
      tagged(opcode.get(), fpdu);
    } else {
      untagged(opcode.get(), fpdu);
    }
  }

  /**
   * Whether what a damaged FPDU says of itself fits to what came before. Where memory is touched,
   * that is known there.
   */
  private boolean isBelievable(int control, Fpdu fpdu) {
    Optional<RdmapOpcode> opcode = RdmapOpcode.of(DdpControl.opcode(control));
    if (DdpControl.isTagged(control)) {
      return true;
    }
    UntaggedHeader header = UntaggedHeader.read(fpdu.bytes(), fpdu.offset());
    return opcode.isPresent() && opcode.get().isSend() && sequences.isNextSend(header);
  }

  @Override
  public int sendsBefore(int messageSequence) {
    return sequences.sendsBefore(messageSequence);
  }

  @Override
  public boolean mayLackRequest() {
    return sequences.mayLack() || connection.stream(side).isBehind();
  }

  @Override
  public void arrives(IwarpSend send) {
    connection.flow(1 - side).sends.answered(send, connection.stream(1 - side).passedTo());
  }

  @Override
  public boolean mayWrite(int stag, long offset, int length, long frame) {
    return events(frame).advertises(1 - side, stag, offset, length);
  }

  private void reserved(int control, Fpdu fpdu) {
    if (DdpControl.hasDdpReserved(control)) {
      report(IwarpRules.DDP_RESERVED, fpdu, reserved("DDP", control));
    }
    if (DdpControl.hasRdmapReserved(control)) {
      report(IwarpRules.RDMAP_RESERVED, fpdu, reserved("RDMAP", control));
    }
  }

  private static String reserved(String protocol, int control) {
    return String.format(
        Locale.US, "control fields 0x%04x have bits that %s reserves", control, protocol);
  }

  private void unknown(int control, Fpdu fpdu) {
    report(IwarpRules.UNKNOWN_OPCODE, fpdu, "RDMAP opcode " + DdpControl.opcode(control));
    if (!DdpControl.isTagged(control) && fpdu.has(0, UntaggedHeader.LENGTH)) {
      UntaggedHeader header = UntaggedHeader.read(fpdu.bytes(), fpdu.offset());
      if (header.queue() == RdmapOpcode.SEND_QUEUE) {
        // Whatever it is, it takes a number of the queue.
        Optional<Finding> misnumbered = sequences.take(header, fpdu);
        if (misnumbered.isPresent()) {
          finding(misnumbered.get());
        }
        sends.otherMessage();
      }
    }
  }

  private void tagged(RdmapOpcode opcode, Fpdu fpdu) {
    if (!fpdu.has(0, TaggedHeader.LENGTH)) {
      unreadable(fpdu, TaggedHeader.LENGTH, opcode.text());
      return;
    }
    if (opcode == RdmapOpcode.RDMA_WRITE) {
      transfers.addIwarpData(fpdu, false);
    } else {
      peersTransfers().addIwarpData(fpdu, true);
    }
  }

  private void untagged(RdmapOpcode opcode, Fpdu fpdu) {
    int needed = UntaggedHeader.LENGTH + opcode.headerLength();
    if (!fpdu.has(0, needed)) {
      if (opcode == RdmapOpcode.READ_REQUEST) {
        missed();
      }
      unreadable(fpdu, needed, opcode.text());
      missedMessage(fpdu, needed);
      return;
    }
    UntaggedHeader header = UntaggedHeader.read(fpdu.bytes(), fpdu.offset());
    if (header.queue() != opcode.queue()) {
      report(
          IwarpRules.BAD_QUEUE,
          fpdu,
          opcode.text() + " on queue " + Integer.toUnsignedString(header.queue()));
      return;
    }
    if (!opcode.invalidates() && header.invalidateStag() != 0) {
      report(
          IwarpRules.RDMAP_RESERVED,
          fpdu,
          opcode.text()
              + " with "
              + Hex.of(header.invalidateStag())
              + " where an STag to invalidate would be");
    }
    if (header.queue() == RdmapOpcode.SEND_QUEUE) {
      unseen.message(header.messageSequence());
    }
    Optional<Finding> misnumbered = sequences.take(header, fpdu);
    if (misnumbered.isPresent() && !opcode.isSend()) {
      finding(misnumbered.get());
    }
    int payload = fpdu.offset() + UntaggedHeader.LENGTH;
    switch (opcode) {
      case READ_REQUEST ->
          transfers.addIwarpRequest(
              ReadRequestHeader.read(fpdu.bytes(), payload), header.messageSequence(), fpdu);
      case TERMINATE -> terminate(fpdu, payload);
      case ATOMIC_REQUEST -> atomics.request(AtomicRequestHeader.read(fpdu.bytes(), payload), fpdu);
      case ATOMIC_RESPONSE ->
          connection
              .flow(1 - side)
              .atomics
              .response(AtomicResponseHeader.read(fpdu.bytes(), payload), fpdu);
      case IMMEDIATE, IMMEDIATE_SE -> {
        report(IwarpRules.IMMEDIATE_DATA, fpdu, ImmediateData.read(fpdu.bytes(), payload).text());
        sends.otherMessage();
        sends.count(RequestKind.SEND_IMMEDIATE, ImmediateData.LENGTH, fpdu);
      }
      default -> {
        if (!connection.startUps().isReadyToReceive(side, fpdu.length() - UntaggedHeader.LENGTH)) {
          sends.segment(header, opcode, misnumbered, fpdu);
        } else if (misnumbered.isPresent()) {
          finding(misnumbered.get());
        }
      }
    }
    connection.startUps().sentSomething(side);
  }

  private void terminate(Fpdu fpdu, int payload) {
    int present = fpdu.present() - UntaggedHeader.LENGTH;
    Terminate terminate = Terminate.read(fpdu.bytes(), payload, present);
    String subject = terminate.subject();
    report(
        IwarpRules.TERMINATE,
        fpdu,
        "Terminate, " + terminate.text() + (subject.isEmpty() ? "" : "; about " + subject));
    connection
        .end()
        .note(
            ConnectionEnd.How.TERMINATE,
            side,
            terminate.text(),
            fpdu.firstFrame(),
            fpdu.lastNanos());
    connection.flow(1 - side).sends.refuse();
    sends.stop();
    transfers.terminated(terminate, fpdu);
    peersTransfers().terminated(terminate, fpdu);
  }

  private void unreadable(Fpdu fpdu, int needed, String what) {
    unseen.gap(fpdu.position(), fpdu.end());
    if (fpdu.length() < needed) {
      run.count(IwarpCount.MALFORMED);
      report(
          IwarpRules.TOO_SHORT,
          fpdu,
          Counted.are(fpdu.length(), "byte") + " too few for the header of " + what);
    } else {
      run.count(IwarpCount.TRUNCATED);
    }
    doubt();
  }

  /** Notes that a segment, which may be of a Send, has a header that is not there. */
  private void missedMessage(Fpdu fpdu, int needed) {
    if (fpdu.isCut(0, needed)) {
      cut();
      sends.missed(fpdu.end() - fpdu.position());
    }
  }

  /** Notes that messages of this side, or parts of them, may have been missed. */
  private void doubt() {
    sequences.doubt();
    sends.doubt();
  }

  private void report(Rule rule, Fpdu fpdu, String message) {
    finding(fpdu.finding(rule, message));
  }

  // ---- the rest of what MPA says

  @Override
  public void startUp(MpaStartUp frame, ByteBuffer privateData, long frameNumber) {
    run.fpdus().startUp(frame, privateData, frameNumber);
    sequences.begin();
    sends.begin();
    unseen.begin();
    connection.startUp(frame, privateData, frameNumber, side);
  }

  @Override
  public void framingFound() {
    connection.follow();
  }

  @Override
  public void notMpa() {
    connection.notMpa(side);
  }

  @Override
  public void interrupted() {
    interrupted = true;
    doubt();
    transfers.interrupted();
    peersTransfers().responsesInterrupted();
  }

  @Override
  public void acknowledged(long position, long epochNanos) {
    receivedTo = position;
    sends.acknowledged(position, epochNanos);
    RequestCounters counted = requests();
    if (counted != null) {
      counted.acknowledged(position, epochNanos);
    }
  }

  @Override
  public void repeated(long from, long to, long frame, long epochNanos) {
    run.fpdus().repeated(frame);
    connection.traffic(side).retransmitted(1, to - from, false);
    repeats.repeated(from, to, readTo, epochNanos, connection.traffic(side));
    connection.report().sentAgain(side, from, to, frame);
    if (!sends.repeated(from, to, frame, epochNanos)) {
      finding(IwarpSendQueue.retransmission(from, to, frame));
    }
  }

  @Override
  public void repeatedInPart() {
    connection.traffic(side).retransmittedInPart();
  }

  @Override
  public void needless(long from, long to, long frame) {
    sends.needless(from, to, frame);
  }

  @Override
  public void finding(Finding finding) {
    connection.report().finding(finding);
  }

  @Override
  public void missed() {
    connection.report().missed();
  }

  @Override
  public void cut() {
    sequences.cut();
    sends.cut();
  }

  @Override
  public void passed() {
    sends.passed();
  }

  @Override
  public void gaveUp(long from, long to) {
    givenUpFrom = from;
    givenUpTo = to;
  }

  @Override
  public void outOfTurn() {
    connection.report().missed();
  }

  // ---- the order of what it sent

  @Override
  public long end() {
    return readTo;
  }

  @Override
  public boolean isToldByPeer() {
    return true;
  }

  @Override
  public boolean hasEnded() {
    return connection.stream(side).hasEnded();
  }

  @Override
  public long receivedTo() {
    return receivedTo;
  }

  @Override
  public boolean mayLackSend(long after, long before) {
    return unseen.mayBeBetween(after, before);
  }

  @Override
  public boolean hasGivenUp(long after, long before) {
    return givenUpFrom < before && givenUpTo > after;
  }

  /** Settles what was never acknowledged. */
  void overdue(long now) {
    sends.settleOverdue(now);
  }

  /**
   * Settles everything; nothing more comes.
   *
   * @param goesOn whether its side did not end the stream, so that there may have been more
   */
  void finish(boolean goesOn) {
    sends.finish(goesOn && !hasEnded(), !connection.stream(side).isBehind());
    transfers.finish();
    atomics.finish();
  }
}
