package org.rdmadump.testkit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
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
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * Assertions about one RPC-over-RDMA message.
 *
 * <pre>{@code
 * assertThat(call).hasProcedure(RDMA_MSG).hasReadChunks(1).hasNoReplyChunk().isSentIn(1);
 * }</pre>
 *
 * <p>An assertion about chunks, or about bytes behind the header, fails if the header was cut by
 * the snap length before it tells.
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

  /** Fails if the header cannot be read to its end. */
  private void hasWholeHeader() {
    verify(MessageChecks.wholeHeader(given()));
  }

  /** Verifies the procedure of the header (RFC 8166 section 4.2.4). */
  public MessageAssert hasProcedure(RdmaProcedure procedure) {
    verify(MessageChecks.knownProcedure(given()));
    Optional<RdmaProcedure> found = given().header().procedure();
    return check(found.equals(Optional.of(procedure)), "procedure " + procedure, found);
  }

  /** Verifies that RPC is in the Send itself, as with RDMA_MSG. */
  public MessageAssert hasInlineBytes() {
    hasWholeHeader();
    int found = MessageChecks.inlineBytes(given());
    return check(found > 0, "bytes behind the header", found);
  }

  /** Verifies that the Send has only the header, as with RDMA_NOMSG. */
  public MessageAssert hasNoInlineBytes() {
    hasWholeHeader();
    int found = MessageChecks.inlineBytes(given());
    return check(found == 0, "no bytes behind the header", found);
  }

  /** Verifies the number of Read chunks in its Read list; chunks differ by position. */
  public MessageAssert hasReadChunks(int count) {
    hasWholeHeader();
    return hasCount(given().readChunks().size(), count, "Read chunk");
  }

  /** Verifies that its Read list is empty. */
  public MessageAssert hasNoReadChunks() {
    return hasReadChunks(0);
  }

  /** Verifies the number of Write chunks in its Write list. */
  public MessageAssert hasWriteChunks(int count) {
    hasWholeHeader();
    return hasCount(given().writeChunks().size(), count, "Write chunk");
  }

  /** Verifies that its Write list is empty. */
  public MessageAssert hasNoWriteChunks() {
    return hasWriteChunks(0);
  }

  /** Verifies that it has a Reply chunk. */
  public MessageAssert hasReplyChunk() {
    return given().replyChunk().isPresent()
        ? this
        : verify(MessageChecks.wholeHeader(given())).check(false, "a Reply chunk", "none");
  }

  /** Verifies that it has no Reply chunk. */
  public MessageAssert hasNoReplyChunk() {
    check(given().replyChunk().isEmpty(), "no Reply chunk", "one");
    return verify(MessageChecks.wholeHeader(given()));
  }

  /** Verifies the total number of segments of its chunks. */
  public MessageAssert hasSegments(int count) {
    hasWholeHeader();
    return hasCount(segments().size(), count, "segment");
  }

  /** Verifies that there are segments, and that all handles and all offsets differ. */
  public MessageAssert hasDistinctSegments() {
    hasWholeHeader();
    check(!segments().isEmpty(), "segments", "none");
    return verify(MessageChecks.distinctSegments(given()));
  }

  /**
   * Verifies that there are Read chunks, and that their positions are multiples of four within the
   * inline message. With RDMA_NOMSG one position must be zero, otherwise none (RFC 8166 sections
   * 3.4.5 and 3.5.3).
   */
  public MessageAssert hasValidPositions() {
    hasWholeHeader();
    check(!given().readChunks().isEmpty(), "Read chunks", "none");
    return verify(MessageChecks.validPositions(given()));
  }

  /** Verifies the positions of its Read chunks in the RPC message, in order. */
  public MessageAssert hasPositions(long... positions) {
    hasWholeHeader();
    return hasNumbers(
        given().readChunks().stream().map(ReadChunk::position), positions, "positions %s");
  }

  /** Verifies the bytes of each segment of all its chunks, in order. */
  public MessageAssert hasSegmentLengths(long... bytes) {
    hasWholeHeader();
    return hasNumbers(segments().stream().map(ChunkSegment::length), bytes, "segments of %s bytes");
  }

  /** Verifies the bytes of each Read chunk, in order. */
  public MessageAssert hasReadChunkLengths(long... bytes) {
    hasWholeHeader();
    return hasNumbers(
        given().readChunks().stream().map(it -> MessageChecks.length(it.segments())),
        bytes,
        "Read chunks of %s bytes");
  }

  /** Verifies the bytes of each Write chunk, in order. */
  public MessageAssert hasWriteChunkLengths(long... bytes) {
    hasWholeHeader();
    return hasNumbers(
        given().writeChunks().stream().map(it -> MessageChecks.length(it.segments())),
        bytes,
        "Write chunks of %s bytes");
  }

  /** Verifies the bytes of its Reply chunk. */
  public MessageAssert hasReplyChunkLength(long bytes) {
    hasWholeHeader();
    hasReplyChunk();
    long found = MessageChecks.length(given().replyChunk().orElseThrow().segments());
    return check(found == bytes, "a Reply chunk of " + bytes + " bytes", found);
  }

  /**
   * Verifies that RPC follows the header of an RDMA_MSG, or nothing follows the header of an
   * RDMA_NOMSG (RFC 8166 section 4.2.4).
   */
  public MessageAssert hasFittingProcedure() {
    verify(MessageChecks.knownProcedure(given()));
    Optional<RdmaProcedure> found = given().header().procedure();
    check(
        found.equals(Optional.of(RdmaProcedure.RDMA_MSG))
            || found.equals(Optional.of(RdmaProcedure.RDMA_NOMSG)),
        "RDMA_MSG or RDMA_NOMSG",
        found);
    return verify(MessageChecks.fittingProcedure(given()));
  }

  /**
   * Verifies that its Send was captured whole, in the correct packets. Over InfiniBand these are a
   * First, Middles and a Last, or an Only, with consecutive PSNs, all of the path MTU except the
   * last. Over iWARP they are segments of any length, and only the last one has the last flag. The
   * capture must be opened with {@code keepFragments}, as {@link Capture} does.
   *
   * @param connection that it went over; it knows the path MTU, where there is one
   */
  public MessageAssert isSentInFullPackets(ConnectionRecord connection) {
    verify(MessageChecks.sendPackets(given(), connection));
    return verify(FragmentChecks.wellFormedSend(given(), connection));
  }

  /**
   * Verifies that it has chunks only if its RPC message does not fit into the Send without them.
   *
   * @param connection that it went over; it knows the inline threshold
   */
  public MessageAssert hasChunksOnlyAboveThreshold(ConnectionRecord connection) {
    hasWholeHeader();
    long whole = EMPTY_HEADER + rpcLength();
    return check(
        segments().isEmpty() || whole > threshold(connection),
        "no chunks for a message of " + whole + " bytes with its header",
        segments().size() + " segments");
  }

  /** Verifies the number of packets of its Send, over iWARP FPDUs, without repeats. */
  public MessageAssert isSentIn(int packets) {
    int found = given().sendPackets();
    return check(found == packets, "a Send of " + Counted.of(packets, "packet"), found);
  }

  /**
   * Verifies that its Send, including the header, is within the inline threshold of its connection.
   */
  public MessageAssert fitsInlineThreshold(ConnectionRecord connection) {
    int threshold = threshold(connection);
    return check(
        given().sendLength() <= threshold,
        "a Send of at most " + threshold + " bytes",
        given().sendLength());
  }

  /** The bytes of its RPC message, 0 without one; fails if that is not known. */
  long rpcLength() {
    if (given().rpc().isEmpty()) {
      return 0;
    }
    OptionalLong length = given().rpc().get().length();
    if (length.isEmpty()) {
      hasWholeHeader();
    }
    check(length.isPresent(), "a message of known length", "one whose end was not captured");
    return length.orElseThrow();
  }

  private int threshold(ConnectionRecord connection) {
    OptionalInt threshold = connection.inlineThreshold(given().direction());
    check(
        threshold.isPresent(),
        "an inline threshold that is known",
        "none: the capture does not hold how the connection was made");
    return threshold.orElseThrow();
  }

  /** Verifies the credits that its sender requests or grants, 0 to 2<sup>32</sup>-1. */
  public MessageAssert hasCredits(long credits) {
    if (!given().header().hasCredits()) {
      hasWholeHeader();
    }
    return hasCount(Integer.toUnsignedLong(given().header().credits()), credits, "credit");
  }

  /** Verifies that its Send invalidates one of the handles of its call. */
  public MessageAssert invalidatesAHandleOfItsCall() {
    check(given().invalidated().isPresent(), "Send With Invalidate", "none");
    int handle = given().invalidated().orElseThrow();
    check(given().call().isPresent(), "a call", "none in the capture");
    RpcMessage call = given().call().orElseThrow();
    boolean isOfCall =
        MessageChecks.segments(call).stream().anyMatch(each -> each.handle() == handle);
    if (!isOfCall) {
      verify(MessageChecks.wholeHeader(call));
    }
    return check(isOfCall, "a handle of the call invalidated", "0x" + Integer.toHexString(handle));
  }

  /** Verifies that its Send invalidates no handle. */
  public MessageAssert invalidatesNothing() {
    return check(given().invalidated().isEmpty(), "no Invalidate", given().invalidated());
  }

  /** Verifies that all bytes of its RPC message were captured. */
  public MessageAssert isComplete() {
    check(given().rpc().isPresent(), "an RPC message", "none");
    RpcSummary rpc = given().rpc().orElseThrow();
    if (rpc.missing().isEmpty()) {
      hasWholeHeader();
    }
    return check(rpc.complete(), "every byte", "missing " + rpc.missing());
  }

  /** Verifies that there are no findings of that severity or above. */
  public MessageAssert hasNoFindings(Severity from) {
    return hasNone(given().findings(), from);
  }

  private List<ChunkSegment> segments() {
    return MessageChecks.segments(given());
  }
}
