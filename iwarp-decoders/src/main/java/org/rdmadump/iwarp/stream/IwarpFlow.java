package org.rdmadump.iwarp.stream;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.iwarp.mpa.FpduSink;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.SentOrder;

/** What one side of an iWARP connection sends, and all that is known of it. */
final class IwarpFlow implements FpduSink, SentOrder, SegmentSender {
  private final IwarpConnection connection;
  private final int side;
  private final IwarpRun run;
  private final IwarpSendQueue sends;
  private final IwarpTransfers transfers;
  private final IwarpAtomics atomics;
  private final MessageSequences sequences = new MessageSequences();
  private final UnseenSends unseen = new UnseenSends();
  private final StreamRepeats repeats = new StreamRepeats();

  private final SegmentReader reader;
  private long receivedTo;

  // What was given up last.
  private long givenUpFrom;
  private long givenUpTo;

  IwarpFlow(IwarpConnection connection, int side, IwarpRun run) {
    this.connection = connection;
    this.side = side;
    this.run = run;
    this.sends = new IwarpSendQueue(this);
    this.transfers = new IwarpTransfers(this);
    this.atomics = new IwarpAtomics(this);
    this.reader = new SegmentReader(this, connection);
  }

  @Override
  public int side() {
    return side;
  }

  @Override
  public IwarpRun run() {
    return run;
  }

  /** Its Sends. */
  IwarpSendQueue sends() {
    return sends;
  }

  /** Its Writes and Reads. */
  IwarpTransfers transfers() {
    return transfers;
  }

  /** Its Atomic Requests. */
  IwarpAtomics atomics() {
    return atomics;
  }

  /** The numbers of its messages. */
  MessageSequences sequences() {
    return sequences;
  }

  /** Where Sends may be that were not captured. */
  UnseenSends unseen() {
    return unseen;
  }

  /** What the other side sends. */
  IwarpFlow peer() {
    return connection.flow(1 - side);
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
    reader.read(fpdu);
    Finding fault = fpdu.takeFault();
    if (fault != null) {
      // It is neither of a Send nor of memory, which would have told it.
      finding(fault);
    }
    run.fpdus().fpduEnds();
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
    peer().sends.answered(send, connection.stream(1 - side).passedTo());
  }

  @Override
  public boolean mayWrite(int stag, long offset, int length, long frame) {
    return events(frame).advertises(1 - side, stag, offset, length);
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
    reader.interrupted();
    transfers.interrupted();
    peer().transfers.responsesInterrupted();
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
    repeats.repeated(from, to, reader.readTo(), epochNanos, connection.traffic(side));
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
    return reader.readTo();
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
