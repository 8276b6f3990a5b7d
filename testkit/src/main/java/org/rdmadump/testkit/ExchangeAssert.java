package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.AnswerChecks;
import org.rdmadump.analysis.conformance.ExchangeChecks;
import org.rdmadump.analysis.conformance.FragmentChecks;
import org.rdmadump.analysis.conformance.ReplyChecks;
import org.rdmadump.analysis.conformance.SessionLimits;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.PlacedChunk;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Assertions about a call, its reply, and the RDMA operations between them.
 *
 * <pre>{@code
 * assertThat(read).movesDataBy(WRITE_CHUNK).echoesChunks().hasContiguousOperations();
 * }</pre>
 */
public final class ExchangeAssert extends DrawnAssert<ExchangeAssert, RpcExchange> {
  ExchangeAssert(RpcExchange actual) {
    super(actual, ExchangeAssert.class);
  }

  @Override
  String drawing() {
    return Drawing.of(given());
  }

  private RpcMessage theCall() {
    check(given().call().isPresent(), "a call", "none in the capture");
    return given().call().orElseThrow();
  }

  private RpcMessage theReply() {
    check(given().reply().isPresent(), "a reply", "none in the capture");
    return given().reply().orElseThrow();
  }

  private void hasBothHalves() {
    verify(ExchangeChecks.bothHalves(given()));
  }

  /** What is asserted of the call, which is there. */
  public ExchangeAssert hasCall(Consumer<MessageAssert> assertions) {
    assertions.accept(new MessageAssert(theCall(), this::drawing));
    return this;
  }

  /** What is asserted of the reply, which is there. */
  public ExchangeAssert hasReply(Consumer<MessageAssert> assertions) {
    assertions.accept(new MessageAssert(theReply(), this::drawing));
    return this;
  }

  /** That every byte of the call and of the reply was seen, and both are there. */
  public ExchangeAssert isComplete() {
    new MessageAssert(theCall(), this::drawing).isComplete();
    new MessageAssert(theReply(), this::drawing).isComplete();
    return this;
  }

  /**
   * That some bytes of the call or the reply went this way. Since a call or reply without any in a
   * Send is rare, {@link MovedBy#INLINE} asks that all did, as {@link #movesDataInline}.
   */
  public ExchangeAssert movesDataBy(MovedBy movedBy) {
    if (movedBy == MovedBy.INLINE) {
      return movesDataInline();
    }
    return check(ways().contains(movedBy), "data moved by " + movedBy, ways());
  }

  /** That all bytes of the call and the reply went inside of Sends. */
  public ExchangeAssert movesDataInline() {
    return check(ways().equals(List.of(MovedBy.INLINE)), "data in Sends only", ways());
  }

  private List<MovedBy> ways() {
    return Stream.of(given().call(), given().reply())
        .flatMap(Optional::stream)
        .map(RpcMessage::layout)
        .flatMap(
            layout ->
                Stream.concat(
                    Stream.of(layout.rest()), layout.chunks().stream().map(PlacedChunk::movedBy)))
        .distinct()
        .toList();
  }

  /** That so many RDMA Reads or Writes moved its chunks. */
  public ExchangeAssert hasTransfers(RdmaTransfer.Kind kind, int count) {
    return hasCount(transfers(kind).size(), count, "RDMA " + kind.label());
  }

  /** That the RDMA Reads or Writes moved so many bytes each, in their order. */
  public ExchangeAssert hasTransferLengths(RdmaTransfer.Kind kind, long... bytes) {
    return hasNumbers(
        transfers(kind).stream().map(RdmaTransfer::length),
        bytes,
        "RDMA " + kind.label() + "s of %s bytes");
  }

  /** That the RDMA Reads or Writes took so many packets in all, over iWARP FPDUs. */
  public ExchangeAssert hasTransferPackets(RdmaTransfer.Kind kind, int packets) {
    int found = transfers(kind).stream().mapToInt(RdmaTransfer::packets).sum();
    return check(
        found == packets, Counted.of(packets, "packet") + " of RDMA " + kind.label() + "s", found);
  }

  /**
   * That segments which have no bytes to move were left alone by RDMA, and that there is such a
   * segment: of Write and Reply chunks it is the lengths in the reply that count. No operation is
   * anywhere else, either, as {@link #movesNothingElse} has it.
   */
  public ExchangeAssert leavesUnusedSegmentsAlone() {
    hasBothHalves();
    check(Exchanges.hasUnused(given()), "a segment without bytes to move", "none");
    return verify(ExchangeChecks.unusedSegments(given()));
  }

  /**
   * That the reply is no longer than its session lets it be.
   *
   * @param sessions of the capture, as {@link Exchanges#sessions} knows them
   */
  public ExchangeAssert fitsItsSession(SessionLimits sessions) {
    OptionalLong most = sessions.of(given());
    check(most.isPresent(), "a CREATE_SESSION for its session", "none in the capture");
    long found = theReply().stream().length();
    return check(
        found <= most.orElseThrow(), "a reply of at most " + most.orElseThrow() + " bytes", found);
  }

  /** That an expression, as of {@link Exchanges#matching(String)}, holds for it. */
  public ExchangeAssert matches(String expression) {
    return check(
        RdmaCapture.exchangeFilter(expression).test(given()), "that " + expression, "otherwise");
  }

  private List<RdmaTransfer> transfers(RdmaTransfer.Kind kind) {
    return ExchangeChecks.transfers(given(), kind);
  }

  /**
   * That the reply lists the chunks of its call: as many, each with the same segments and none
   * longer than offered (RFC 8166 sections 4.3.2 and 4.3.3); and that a Reply chunk was used if,
   * and only if, the reply is RDMA_NOMSG. It holds, too, where neither has a chunk: a reply that
   * makes one up fails.
   */
  public ExchangeAssert echoesChunks() {
    return verify(ExchangeChecks.echoedChunks(given()));
  }

  /**
   * That the call's Reply chunk has segments of more than 0 bytes, and no more in all than that.
   *
   * @param most bytes, such as the session's maximum response size
   */
  public ExchangeAssert hasReplyChunkOfAtMost(long most) {
    return verify(ExchangeChecks.replyChunkWithin(given(), most));
  }

  /**
   * That each segment which has bytes to move was moved by operations within it that reach all of
   * its bytes, and that there is such a segment. Of Write and Reply chunks it is the lengths in the
   * reply that count. No operation is anywhere else, as {@link #movesNothingElse} has it.
   */
  public ExchangeAssert movesEverySegment() {
    hasBothHalves();
    check(Exchanges.hasUsed(given()), "a segment with bytes to move", "none");
    return verify(ExchangeChecks.movedSegments(given())).movesNothingElse();
  }

  /**
   * That every RDMA operation is within a segment that the exchange used: RDMA Reads within the
   * call's Read chunks, RDMA Writes within what the reply says was written of its Write chunks and
   * Reply chunk. The call and the reply are there; operations need not be.
   */
  public ExchangeAssert movesNothingElse() {
    hasBothHalves();
    List<RdmaTransfer> elsewhere = ExchangeChecks.elsewhere(given());
    if (elsewhere.isEmpty()) {
      return this;
    }
    RdmaTransfer first = elsewhere.get(0);
    return check(
        false,
        "RDMA " + first.kind().label() + "s within the segments that were used",
        String.format(
            Locale.ROOT,
            "one of %s at 0x%016x of 0x%08x",
            Counted.of(first.length(), "byte"),
            first.address(),
            first.handle()));
  }

  /**
   * That there are RDMA operations, and those on each segment follow each other: the first is at
   * its beginning, the address of the next is the end of the one before, and over InfiniBand its
   * first PSN is behind the last.
   */
  public ExchangeAssert hasContiguousOperations() {
    hasOperations();
    return verify(ExchangeChecks.contiguousOperations(given()));
  }

  /**
   * That there are RDMA operations, and each was seen whole, in the packets that it takes. Over
   * InfiniBand a First, Middles and a Last, or an Only, PSNs in a row, all of the path MTU but the
   * last, which has the rest; over iWARP segments of any length, of which the last alone says so.
   * The request of a Read has no payload. The capture has to be opened with {@code keepFragments},
   * as {@link Capture} does.
   *
   * @param connection that it went over; it knows the path MTU, where there is one
   */
  public ExchangeAssert hasWholeOperations(ConnectionRecord connection) {
    hasOperations();
    verify(ExchangeChecks.wholeOperations(given(), connection));
    return verify(FragmentChecks.wellFormed(given(), connection));
  }

  /**
   * That there are RDMA operations, and the packets of each have so many lengths of payload at
   * most, the last one's included: 2, where a sender fills them. The capture has to be opened with
   * {@code keepFragments}, as {@link Capture} does.
   */
  public ExchangeAssert hasPayloadSizesAtMost(int most) {
    hasOperations();
    return verify(FragmentChecks.payloadSizes(given(), most));
  }

  /** What is said of all operations is said of nothing if there are none. */
  private void hasOperations() {
    check(!given().transfers().isEmpty(), "RDMA Reads or Writes", "none");
  }

  /**
   * That the reply went the way that its length allows: inside of a Send within the inline
   * threshold, or through the Reply chunk that its call offers.
   *
   * @param connection that it went over; it knows the threshold
   */
  public ExchangeAssert repliesByLength(ConnectionRecord connection) {
    return verify(ReplyChecks.replyByLength(given(), connection));
  }

  /**
   * That the reply went through a Reply chunk only because it is longer, with its header, than the
   * inline threshold. RFC 8166 leaves that to the server: that of Linux uses what it is offered.
   *
   * @param connection that it went over; it knows the threshold
   */
  public ExchangeAssert usesReplyChunkOnlyAboveThreshold(ConnectionRecord connection) {
    return verify(ReplyChecks.replyChunkWhenNeeded(given(), connection));
  }

  /** That the call was whole with the last response to an RDMA Read, before it was answered. */
  public ExchangeAssert isCompletedByItsLastRead() {
    return verify(ExchangeChecks.completedByLastRead(given()));
  }

  /** That the reply's status is this, such as {@code NFS4_OK} or {@code NFS3ERR_NOENT}. */
  public ExchangeAssert hasStatus(String status) {
    return check(
        RdmaCapture.filter("nfs.status == " + Exchanges.word(status)).test(theReply()),
        "status " + status,
        "another one");
  }

  /**
   * That a compound's reply has results for the operations of its call, in their order, up to the
   * one that failed. A reply of RPC does not say of which procedure it is: of NFS version 3 the
   * results are to be as the call's procedure declares them, to their last byte. It fails where
   * something cannot be decoded, or RPC itself refused the call.
   */
  public ExchangeAssert answersTheOperationsOfItsCall() {
    return verify(AnswerChecks.answeredOperations(given()));
  }

  /** That nothing of that severity or above was noticed of the call, the reply or the pair. */
  public ExchangeAssert hasNoFindings(Severity from) {
    List<Finding> all = new ArrayList<>(given().findings());
    given().call().ifPresent(call -> all.addAll(call.findings()));
    given().reply().ifPresent(reply -> all.addAll(reply.findings()));
    return hasNone(all, from);
  }
}
