package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
 *
 * <p>An assertion about chunks, or the operations on them, fails if the header that lists them was
 * cut by the snap length.
 */
public final class ExchangeAssert extends DrawnAssert<ExchangeAssert, RpcExchange> {
  /** Makes expressions conditions. */
  private final Function<String, Predicate<RpcExchange>> conditions;

  ExchangeAssert(RpcExchange actual) {
    this(actual, BareExchanges::condition);
  }

  /** About an exchange of a capture that makes expressions conditions. */
  ExchangeAssert(RpcExchange actual, Function<String, Predicate<RpcExchange>> conditions) {
    super(actual, ExchangeAssert.class);
    this.conditions = conditions;
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

  /** Fails if a header cannot be read to its end: operations on chunks after that are unknown. */
  private void hasWholeHeaders() {
    verify(ExchangeChecks.wholeHeaders(given()));
  }

  /** Assertions about the call; fails if it was not captured. */
  public ExchangeAssert hasCall(Consumer<MessageAssert> assertions) {
    assertions.accept(new MessageAssert(theCall(), this::drawing));
    return this;
  }

  /** Assertions about the reply; fails if it was not captured. */
  public ExchangeAssert hasReply(Consumer<MessageAssert> assertions) {
    assertions.accept(new MessageAssert(theReply(), this::drawing));
    return this;
  }

  /** Verifies that call and reply were captured, with every byte. */
  public ExchangeAssert isComplete() {
    new MessageAssert(theCall(), this::drawing).isComplete();
    new MessageAssert(theReply(), this::drawing).isComplete();
    return this;
  }

  /**
   * Verifies that some bytes of the call or the reply travelled this way. Nearly every call or
   * reply has bytes in a Send, so {@link MovedBy#INLINE} verifies that all bytes do, as {@link
   * #movesDataInline}.
   */
  public ExchangeAssert movesDataBy(MovedBy movedBy) {
    if (movedBy == MovedBy.INLINE) {
      return movesDataInline();
    }
    if (ways().contains(movedBy)) {
      return this;
    }
    hasWholeHeaders();
    return check(false, "data moved by " + movedBy, ways());
  }

  /** Verifies that all bytes of the call and the reply travelled in Sends. */
  public ExchangeAssert movesDataInline() {
    check(ways().equals(List.of(MovedBy.INLINE)), "data in Sends only", ways());
    return verify(ExchangeChecks.wholeHeaders(given()));
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

  /** Verifies the number of RDMA Reads or Writes that moved its chunks. */
  public ExchangeAssert hasTransfers(RdmaTransfer.Kind kind, int count) {
    return hasCount(transfers(kind).size(), count, "RDMA " + kind.label());
  }

  /** Verifies the bytes of each RDMA Read or Write, in order. */
  public ExchangeAssert hasTransferLengths(RdmaTransfer.Kind kind, long... bytes) {
    return hasNumbers(
        transfers(kind).stream().map(RdmaTransfer::length),
        bytes,
        "RDMA " + kind.label() + "s of %s bytes");
  }

  /** Verifies the total number of packets of the RDMA Reads or Writes, over iWARP FPDUs. */
  public ExchangeAssert hasTransferPackets(RdmaTransfer.Kind kind, int packets) {
    int found = transfers(kind).stream().mapToInt(RdmaTransfer::packets).sum();
    return check(
        found == packets, Counted.of(packets, "packet") + " of RDMA " + kind.label() + "s", found);
  }

  /**
   * Verifies that there are segments without bytes to move, and no RDMA operation used them. For
   * Write and Reply chunks the lengths in the reply count. Operations elsewhere fail, as with
   * {@link #movesNothingElse}.
   */
  public ExchangeAssert leavesUnusedSegmentsAlone() {
    hasBothHalves();
    hasWholeHeaders();
    check(Exchanges.hasUnused(given()), "a segment without bytes to move", "none");
    return verify(ExchangeChecks.unusedSegments(given()));
  }

  /**
   * Verifies that the reply is within the limit of its session.
   *
   * @param sessions of the capture, as {@link Exchanges#sessions} knows them
   */
  public ExchangeAssert fitsItsSession(SessionLimits sessions) {
    OptionalLong most = sessions.of(given());
    check(most.isPresent(), "a CREATE_SESSION for its session", "none in the capture");
    long found = new MessageAssert(theReply(), this::drawing).rpcLength();
    return check(
        found <= most.orElseThrow(), "a reply of at most " + most.orElseThrow() + " bytes", found);
  }

  /**
   * Verifies that the exchange matches an expression, as in {@link Exchanges#matching(String)}.
   * Only in {@link ExchangesAssert#allSatisfy} it can ask for fields {@code connection.*}: an
   * exchange alone does not know its connection.
   *
   * @throws IllegalArgumentException if the expression is invalid, or asks for a connection that is
   *     not known
   * @throws IllegalStateException if it asks for what is in data that RDMA moved, and the capture
   *     kept no bytes; or as {@link Exchanges#matching(String)}
   */
  public ExchangeAssert matches(String expression) {
    Predicate<RpcExchange> wanted = conditions.apply(expression);
    return check(wanted.test(given()), "that " + expression, "otherwise");
  }

  private List<RdmaTransfer> transfers(RdmaTransfer.Kind kind) {
    hasWholeHeaders();
    return ExchangeChecks.transfers(given(), kind);
  }

  /**
   * Verifies that the reply lists the chunks of its call: the same number, each with the same
   * segments, none longer than offered (RFC 8166 sections 4.3.2 and 4.3.3). A Reply chunk must be
   * used exactly if the reply is RDMA_NOMSG. The assertion holds if neither has chunks, and fails
   * if only the reply has.
   */
  public ExchangeAssert echoesChunks() {
    return verify(ExchangeChecks.echoedChunks(given()));
  }

  /**
   * Verifies that every segment of the call's Reply chunk has bytes, and all together at most that
   * many.
   *
   * @param most bytes, such as the session's maximum response size
   */
  public ExchangeAssert hasReplyChunkOfAtMost(long most) {
    return verify(ExchangeChecks.replyChunkWithin(given(), most));
  }

  /**
   * Verifies that there are segments with bytes to move, and operations within each segment moved
   * all of its bytes. For Write and Reply chunks the lengths in the reply count. Operations
   * elsewhere fail, as with {@link #movesNothingElse}.
   */
  public ExchangeAssert movesEverySegment() {
    hasBothHalves();
    hasWholeHeaders();
    check(Exchanges.hasUsed(given()), "a segment with bytes to move", "none");
    return verify(ExchangeChecks.movedSegments(given())).movesNothingElse();
  }

  /**
   * Verifies that every RDMA operation is within a segment that the exchange used: RDMA Reads
   * within the call's Read chunks, RDMA Writes within the parts of Write and Reply chunks that the
   * reply reports as written. Fails without call or reply; holds without operations.
   */
  public ExchangeAssert movesNothingElse() {
    hasBothHalves();
    hasWholeHeaders();
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
   * Verifies that there are RDMA operations, and that they are contiguous on each segment: the
   * first is at its beginning, each starts where the previous one ended, and over InfiniBand its
   * PSNs follow.
   */
  public ExchangeAssert hasContiguousOperations() {
    hasOperations();
    return verify(ExchangeChecks.contiguousOperations(given()));
  }

  /**
   * Verifies that there are RDMA operations, and each was captured whole, in the correct packets.
   * Over InfiniBand these are a First, Middles and a Last, or an Only, with consecutive PSNs, all
   * of the path MTU except the last. Over iWARP they are segments of any length, and only the last
   * one has the last flag. The request of a Read has no payload. The capture must be opened with
   * {@code keepFragments}, as {@link Capture} does.
   *
   * @param connection that it went over; it knows the path MTU, where there is one
   */
  public ExchangeAssert hasWholeOperations(ConnectionRecord connection) {
    hasOperations();
    verify(ExchangeChecks.wholeOperations(given(), connection));
    return verify(FragmentChecks.wellFormed(given(), connection));
  }

  /**
   * Verifies that there are RDMA operations, and the maximum number of different payload lengths in
   * the packets of each, including the last packet: 2 if the sender fills its packets. The capture
   * must be opened with {@code keepFragments}, as {@link Capture} does.
   */
  public ExchangeAssert hasPayloadSizesAtMost(int most) {
    hasOperations();
    return verify(FragmentChecks.payloadSizes(given(), most));
  }

  /** Assertions fail on empty sets. */
  private void hasOperations() {
    hasWholeHeaders();
    check(!given().transfers().isEmpty(), "RDMA Reads or Writes", "none");
  }

  /**
   * Verifies that the reply travelled as its length allows: in a Send within the inline threshold,
   * or in the Reply chunk of its call.
   *
   * @param connection that it went over; it knows the threshold
   */
  public ExchangeAssert repliesByLength(ConnectionRecord connection) {
    return verify(ReplyChecks.replyByLength(given(), connection));
  }

  /**
   * Verifies that a reply in a Reply chunk is longer, with its header, than the inline threshold.
   * RFC 8166 leaves the choice to the server; the server of Linux uses every Reply chunk that it is
   * offered.
   *
   * @param connection that it went over; it knows the threshold
   */
  public ExchangeAssert usesReplyChunkOnlyAboveThreshold(ConnectionRecord connection) {
    return verify(ReplyChecks.replyChunkWhenNeeded(given(), connection));
  }

  /**
   * Verifies that the call was complete with the last response to an RDMA Read, before its reply.
   * Passes if times and the order of the capture contradict each other.
   */
  public ExchangeAssert isCompletedByItsLastRead() {
    hasWholeHeaders();
    return verify(ExchangeChecks.completedByLastRead(given()));
  }

  /**
   * Verifies the status of the reply, as in {@link Exchanges#status}: such as {@code NFS4_OK},
   * {@code NFS3ERR_NOENT}, {@code GARBAGE_ARGS}.
   *
   * @throws IllegalArgumentException if nothing has a status of that name
   */
  public ExchangeAssert hasStatus(String status) {
    Predicate<RpcExchange> wanted = ProgramNames.status(status);
    RpcMessage reply = theReply();
    return check(wanted.test(given()), "status " + status, reply.status());
  }

  /**
   * Verifies that the reply of a compound has results for the operations of its call, in order, up
   * to a failed one; ILLEGAL is that of an operation that the server need not know. A reply of RPC
   * does not name its procedure, so the results of NFS version 3 must match the call's procedure to
   * their last byte. Fails if something cannot be decoded, or RPC refused the call.
   */
  public ExchangeAssert answersTheOperationsOfItsCall() {
    return verify(AnswerChecks.answeredOperations(given()));
  }

  /** Verifies that the call, the reply and the pair have no findings of that severity or above. */
  public ExchangeAssert hasNoFindings(Severity from) {
    List<Finding> all = new ArrayList<>(given().findings());
    given().call().ifPresent(call -> all.addAll(call.findings()));
    given().reply().ifPresent(reply -> all.addAll(reply.findings()));
    return hasNone(all, from);
  }
}
