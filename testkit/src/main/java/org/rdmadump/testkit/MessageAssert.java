package org.rdmadump.testkit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.rdmadump.analysis.conformance.FragmentChecks;
import org.rdmadump.analysis.conformance.MessageChecks;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Assertions about one RPC-over-RDMA message.
 *
 * <pre>{@code
 * assertThat(call).hasProcedure(RDMA_MSG).hasReadChunks(1).hasNoReplyChunk().isSentIn(1);
 * }</pre>
 */
public final class MessageAssert extends DrawnAssert<MessageAssert, RpcMessage> {
  /** Bytes of the header without chunks (RFC 8166 section 4.2). */
  private static final int EMPTY_HEADER = 28;

  private final Supplier<String> drawing;

  MessageAssert(RpcMessage actual) {
    this(actual, () -> Drawing.of(actual));
  }

  /** Of a message whose failure shows more than it. */
  MessageAssert(RpcMessage actual, Supplier<String> drawing) {
    super(actual, MessageAssert.class);
    this.drawing = drawing;
  }

  @Override
  String drawing() {
    return drawing.get();
  }

  /** That its header is of this procedure (RFC 8166 section 4.2.4). */
  public MessageAssert hasProcedure(RdmaProcedure procedure) {
    Optional<RdmaProcedure> found = given().header().procedure();
    return check(found.equals(Optional.of(procedure)), "procedure " + procedure, found);
  }

  /** That RPC went in the Send itself, as with RDMA_MSG. */
  public MessageAssert hasInlineBytes() {
    int found = MessageChecks.inlineBytes(given());
    return check(found > 0, "bytes behind the header", found);
  }

  /** That nothing went in the Send but the header, as with RDMA_NOMSG. */
  public MessageAssert hasNoInlineBytes() {
    int found = MessageChecks.inlineBytes(given());
    return check(found == 0, "no bytes behind the header", found);
  }

  /** That so many Read chunks, told apart by position, are in its Read list. */
  public MessageAssert hasReadChunks(int count) {
    return hasCount(given().readChunks().size(), count, "Read chunk");
  }

  /** That its Read list is empty. */
  public MessageAssert hasNoReadChunks() {
    return hasReadChunks(0);
  }

  /** That so many Write chunks are in its Write list. */
  public MessageAssert hasWriteChunks(int count) {
    return hasCount(given().writeChunks().size(), count, "Write chunk");
  }

  /** That its Write list is empty. */
  public MessageAssert hasNoWriteChunks() {
    return hasWriteChunks(0);
  }

  /** That it has a Reply chunk. */
  public MessageAssert hasReplyChunk() {
    return check(given().replyChunk().isPresent(), "a Reply chunk", "none");
  }

  /** That it has no Reply chunk. */
  public MessageAssert hasNoReplyChunk() {
    return check(given().replyChunk().isEmpty(), "no Reply chunk", "one");
  }

  /** That its chunks have so many segments in all. */
  public MessageAssert hasSegments(int count) {
    return hasCount(segments().size(), count, "segment");
  }

  /** That there are segments, and the handles of all differ, and their offsets do. */
  public MessageAssert hasDistinctSegments() {
    check(!segments().isEmpty(), "segments", "none");
    return verify(MessageChecks.distinctSegments(given()));
  }

  /**
   * That there are Read chunks, their positions are multiples of four and within the inline
   * message, and one is zero with RDMA_NOMSG, and none without (RFC 8166 sections 3.4.5 and 3.5.3).
   */
  public MessageAssert hasValidPositions() {
    check(!given().readChunks().isEmpty(), "Read chunks", "none");
    return verify(MessageChecks.validPositions(given()));
  }

  /** That its Read chunks stand at these positions of the RPC message, in their order. */
  public MessageAssert hasPositions(long... positions) {
    return hasNumbers(
        given().readChunks().stream().map(ReadChunk::position), positions, "positions %s");
  }

  /** That the segments of all its chunks have so many bytes, in their order. */
  public MessageAssert hasSegmentLengths(long... bytes) {
    return hasNumbers(segments().stream().map(ChunkSegment::length), bytes, "segments of %s bytes");
  }

  /** That its Read chunks have so many bytes each, in their order. */
  public MessageAssert hasReadChunkLengths(long... bytes) {
    return hasNumbers(
        given().readChunks().stream().map(it -> MessageChecks.length(it.segments())),
        bytes,
        "Read chunks of %s bytes");
  }

  /** That its Write chunks have so many bytes each, in their order. */
  public MessageAssert hasWriteChunkLengths(long... bytes) {
    return hasNumbers(
        given().writeChunks().stream().map(it -> MessageChecks.length(it.segments())),
        bytes,
        "Write chunks of %s bytes");
  }

  /** That its Reply chunk has so many bytes. */
  public MessageAssert hasReplyChunkLength(long bytes) {
    hasReplyChunk();
    long found = MessageChecks.length(given().replyChunk().orElseThrow().segments());
    return check(found == bytes, "a Reply chunk of " + bytes + " bytes", found);
  }

  /**
   * That it is an RDMA_MSG, and RPC follows its header, or an RDMA_NOMSG, and none does (RFC 8166
   * section 4.2.4).
   */
  public MessageAssert hasFittingProcedure() {
    Optional<RdmaProcedure> found = given().header().procedure();
    check(
        found.equals(Optional.of(RdmaProcedure.RDMA_MSG))
            || found.equals(Optional.of(RdmaProcedure.RDMA_NOMSG)),
        "RDMA_MSG or RDMA_NOMSG",
        found);
    return verify(MessageChecks.fittingProcedure(given()));
  }

  /**
   * That its Send was seen whole, in the packets that it takes. Over InfiniBand a First, Middles
   * and a Last, or an Only, PSNs in a row, all of the path MTU but the last, which has the rest;
   * over iWARP segments of any length, of which the last alone says so. The capture has to be
   * opened with {@code keepFragments}, as {@link Capture} does.
   *
   * @param connection that it went over; it knows the path MTU, where there is one
   */
  public MessageAssert isSentInFullPackets(ConnectionRecord connection) {
    verify(MessageChecks.sendPackets(given(), connection));
    return verify(FragmentChecks.wellFormedSend(given(), connection));
  }

  /**
   * That it has chunks only if its RPC message would not have fitted into the Send without.
   *
   * @param connection that it went over; it knows the inline threshold
   */
  public MessageAssert hasChunksOnlyAboveThreshold(ConnectionRecord connection) {
    long whole = EMPTY_HEADER + given().stream().length();
    return check(
        segments().isEmpty() || whole > threshold(connection),
        "no chunks for a message of " + whole + " bytes with its header",
        segments().size() + " segments");
  }

  /** That its Send took so many packets, over iWARP FPDUs; repeats do not count. */
  public MessageAssert isSentIn(int packets) {
    int found = given().sendPackets();
    return check(found == packets, "a Send of " + Counted.of(packets, "packet"), found);
  }

  /** That its Send, header and all, is within the inline threshold of its connection. */
  public MessageAssert fitsInlineThreshold(ConnectionRecord connection) {
    int threshold = threshold(connection);
    return check(
        given().sendLength() <= threshold,
        "a Send of at most " + threshold + " bytes",
        given().sendLength());
  }

  private int threshold(ConnectionRecord connection) {
    OptionalInt threshold = connection.inlineThreshold(given().direction());
    check(
        threshold.isPresent(),
        "an inline threshold that is known",
        "none: the capture does not hold how the connection was made");
    return threshold.orElseThrow();
  }

  /** That its sender asks for, or grants, so many credits. */
  public MessageAssert hasCredits(int credits) {
    return hasCount(given().header().credits(), credits, "credit");
  }

  /** That its Send invalidates one of the handles of its call. */
  public MessageAssert invalidatesAHandleOfItsCall() {
    check(given().invalidated().isPresent(), "Send With Invalidate", "none");
    int handle = given().invalidated().orElseThrow();
    List<ChunkSegment> offered = given().call().map(MessageChecks::segments).orElse(List.of());
    boolean isOfCall = offered.stream().anyMatch(each -> each.handle() == handle);
    return check(isOfCall, "a handle of the call invalidated", "0x" + Integer.toHexString(handle));
  }

  /** That its Send invalidates nothing. */
  public MessageAssert invalidatesNothing() {
    return check(given().invalidated().isEmpty(), "no Invalidate", given().invalidated());
  }

  /** That all bytes of its RPC message were seen. */
  public MessageAssert isComplete() {
    check(given().rpc().isPresent(), "an RPC message", "none");
    return check(
        given().rpc().orElseThrow().complete(),
        "every byte",
        "missing " + given().rpc().orElseThrow().missing());
  }

  /** That nothing of that severity or above was noticed. */
  public MessageAssert hasNoFindings(Severity from) {
    return hasNone(given().findings(), from);
  }

  private List<ChunkSegment> segments() {
    return MessageChecks.segments(given());
  }
}
