package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.ExchangeChecks;
import org.rdmadump.analysis.conformance.SessionLimits;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MovedBy;
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
  public ExchangeAssert movesDataBy(MovedBy way) {
    if (way == MovedBy.INLINE) {
      return movesDataInline();
    }
    return check(ways().contains(way), "data moved by " + way, ways());
  }

  /** That all bytes of the call and the reply went inside of Sends. */
  public ExchangeAssert movesDataInline() {
    return check(ways().equals(List.of(MovedBy.INLINE)), "data in Sends only", ways());
  }

  private List<MovedBy> ways() {
    isNotNull();
    List<MovedBy> ways = new ArrayList<>();
    for (Optional<RpcMessage> message : List.of(given().call(), given().reply())) {
      if (message.isPresent()) {
        add(message.get().layout().rest(), ways);
        message.get().layout().chunks().forEach(chunk -> add(chunk.movedBy(), ways));
      }
    }
    return ways;
  }

  private static void add(MovedBy way, List<MovedBy> ways) {
    if (!ways.contains(way)) {
      ways.add(way);
    }
  }

  /** That so many RDMA Reads or Writes moved its chunks. */
  public ExchangeAssert hasTransfers(RdmaTransfer.Kind kind, int count) {
    int found = transfers(kind).size();
    return check(found == count, Counted.of(count, "RDMA " + kind.label()), found);
  }

  /** That the RDMA Reads or Writes moved so many bytes each, in their order. */
  public ExchangeAssert hasTransferLengths(RdmaTransfer.Kind kind, long... bytes) {
    List<Long> expected = LongStream.of(bytes).boxed().toList();
    List<Long> found = transfers(kind).stream().map(RdmaTransfer::length).toList();
    return check(
        found.equals(expected), "RDMA " + kind.label() + "s of " + expected + " bytes", found);
  }

  /** That the RDMA Reads or Writes took so many packets in all, over iWARP FPDUs. */
  public ExchangeAssert hasTransferPackets(RdmaTransfer.Kind kind, int packets) {
    int found = transfers(kind).stream().mapToInt(RdmaTransfer::packets).sum();
    return check(
        found == packets, Counted.of(packets, "packet") + " of RDMA " + kind.label() + "s", found);
  }

  /** That segments which have no bytes to move were left alone by RDMA. */
  public ExchangeAssert leavesUnusedSegmentsAlone() {
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
    isNotNull();
    return check(Exchanges.filter(expression).test(given()), "that " + expression, "otherwise");
  }

  private List<RdmaTransfer> transfers(RdmaTransfer.Kind kind) {
    isNotNull();
    return ExchangeChecks.transfers(given(), kind);
  }

  /**
   * That the reply lists the chunks of its call: as many, each with the same segments and none
   * longer than offered (RFC 8166 sections 4.3.2 and 4.3.3); and that a Reply chunk was used if,
   * and only if, the reply is RDMA_NOMSG.
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
   * That each segment which has bytes to move was moved by operations within it, whose lengths add
   * up to its own, and each of no bytes was left alone. Of Write and Reply chunks it is the lengths
   * in the reply that count.
   */
  public ExchangeAssert movesEverySegment() {
    return verify(ExchangeChecks.movedSegments(given()));
  }

  /**
   * That the operations on each handle follow each other: the address of one is the end of the one
   * before, and over InfiniBand its first PSN is behind the last, if nothing else came between.
   */
  public ExchangeAssert hasContiguousOperations() {
    return verify(ExchangeChecks.contiguousOperations(given()));
  }

  /**
   * That each operation was seen whole, and over InfiniBand took as many packets as its length asks
   * for: packets of the path MTU and a last one with the rest, PSNs in a row.
   *
   * @param connection that it went over; it knows the path MTU, where there is one
   */
  public ExchangeAssert hasWholeOperations(ConnectionRecord connection) {
    return verify(ExchangeChecks.wholeOperations(given(), connection));
  }

  /** That the call was whole with the last response to an RDMA Read, before it was answered. */
  public ExchangeAssert isCompletedByItsLastRead() {
    return verify(ExchangeChecks.completedByLastRead(given()));
  }

  /** That the reply's status is this, such as {@code NFS4_OK} or {@code NFS3ERR_NOENT}. */
  public ExchangeAssert hasStatus(String status) {
    return check(
        RdmaCapture.filter("nfs.status == " + status).test(theReply()),
        "status " + status,
        "another one");
  }

  /** That a compound's reply has results for the operations of its call, in their order. */
  public ExchangeAssert answersTheOperationsOfItsCall() {
    return verify(ExchangeChecks.answeredOperations(given()));
  }

  /** That nothing of that severity or above was noticed of the call, the reply or the pair. */
  public ExchangeAssert hasNoFindings(Severity from) {
    isNotNull();
    List<Finding> found = new ArrayList<>(given().findings());
    given().call().ifPresent(call -> found.addAll(call.findings()));
    given().reply().ifPresent(reply -> found.addAll(reply.findings()));
    found.removeIf(each -> each.rule().severity().compareTo(from) < 0);
    return check(found.isEmpty(), "no finding", found);
  }
}
