package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.conformance.MessageChecks;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Assertions about one RPC-over-RDMA message.
 *
 * <pre>{@code
 * assertThat(call).hasProcedure(RDMA_MSG).hasReadChunks(1).hasNoReplyChunk().isSentIn(1);
 * }</pre>
 */
public final class MessageAssert extends DrawnAssert<MessageAssert, RpcMessage> {
  MessageAssert(RpcMessage actual) {
    super(actual, MessageAssert.class);
  }

  @Override
  String drawing() {
    return Drawing.of(actual);
  }

  /** That its header is of this procedure (RFC 8166 section 4.2.4). */
  public MessageAssert hasProcedure(RdmaProcedure procedure) {
    Optional<RdmaProcedure> found = actual.header().procedure();
    return check(found.equals(Optional.of(procedure)), "procedure " + procedure, found);
  }

  /** That RPC went in the Send itself, as with RDMA_MSG. */
  public MessageAssert hasInlineBytes() {
    return check(
        MessageChecks.inlineBytes(actual) > 0,
        "bytes behind the header",
        MessageChecks.inlineBytes(actual));
  }

  /** That nothing went in the Send but the header, as with RDMA_NOMSG. */
  public MessageAssert hasNoInlineBytes() {
    return check(
        MessageChecks.inlineBytes(actual) == 0,
        "no bytes behind the header",
        MessageChecks.inlineBytes(actual));
  }

  /** That so many Read chunks, told apart by position, are in its Read list. */
  public MessageAssert hasReadChunks(int count) {
    int found = actual.readChunks().size();
    return check(found == count, Counted.of(count, "Read chunk"), found);
  }

  /** That its Read list is empty. */
  public MessageAssert hasNoReadChunks() {
    return hasReadChunks(0);
  }

  /** That so many Write chunks are in its Write list. */
  public MessageAssert hasWriteChunks(int count) {
    int found = actual.writeChunks().size();
    return check(found == count, Counted.of(count, "Write chunk"), found);
  }

  /** That its Write list is empty. */
  public MessageAssert hasNoWriteChunks() {
    return hasWriteChunks(0);
  }

  /** That it has a Reply chunk. */
  public MessageAssert hasReplyChunk() {
    return check(actual.replyChunk().isPresent(), "a Reply chunk", "none");
  }

  /** That it has no Reply chunk. */
  public MessageAssert hasNoReplyChunk() {
    return check(actual.replyChunk().isEmpty(), "no Reply chunk", "one");
  }

  /** That its chunks have so many segments in all. */
  public MessageAssert hasSegments(int count) {
    int found = segments().size();
    return check(found == count, Counted.of(count, "segment"), found);
  }

  /** That the handles of all segments differ, and their offsets do. */
  public MessageAssert hasDistinctSegments() {
    return verify(MessageChecks.distinctSegments(actual));
  }

  /**
   * That positions of Read chunks are multiples of four, within the inline message, and zero with
   * RDMA_NOMSG only (RFC 8166 section 3.4.5).
   */
  public MessageAssert hasValidPositions() {
    return verify(MessageChecks.validPositions(actual));
  }

  /** That its Send took so many packets, over iWARP FPDUs; repeats do not count. */
  public MessageAssert isSentIn(int packets) {
    int found = actual.sendPackets();
    return check(found == packets, "a Send of " + Counted.of(packets, "packet"), found);
  }

  /** That its Send, header and all, is within the inline threshold of its connection. */
  public MessageAssert fitsInlineThreshold(ConnectionRecord connection) {
    int threshold =
        connection
            .inlineThreshold(actual.direction())
            .orElseThrow(
                () ->
                    new AssertionError(
                        "the inline threshold is not known: the capture does not hold how the"
                            + " connection was made"));
    return check(
        actual.sendLength() <= threshold,
        "a Send of at most " + threshold + " bytes",
        actual.sendLength());
  }

  /** That its sender asks for, or grants, so many credits. */
  public MessageAssert hasCredits(int credits) {
    int found = actual.header().credits();
    return check(found == credits, Counted.of(credits, "credit"), found);
  }

  /** That its Send invalidates one of the handles of its call. */
  public MessageAssert invalidatesAHandleOfItsCall() {
    check(actual.invalidated().isPresent(), "Send With Invalidate", "none");
    int handle = actual.invalidated().orElseThrow();
    boolean isOfCall = false;
    List<ChunkSegment> offered = actual.call().map(MessageChecks::segments).orElse(List.of());
    for (ChunkSegment each : offered) {
      isOfCall |= each.handle() == handle;
    }
    return check(isOfCall, "a handle of the call invalidated", "0x" + Integer.toHexString(handle));
  }

  /** That its Send invalidates nothing. */
  public MessageAssert invalidatesNothing() {
    return check(actual.invalidated().isEmpty(), "no Invalidate", actual.invalidated());
  }

  /** That all bytes of its RPC message were seen. */
  public MessageAssert isComplete() {
    check(actual.rpc().isPresent(), "an RPC message", "none");
    return check(
        actual.rpc().orElseThrow().complete(),
        "every byte",
        "missing " + actual.rpc().orElseThrow().missing());
  }

  /** That nothing of that severity or above was noticed. */
  public MessageAssert hasNoFindings(Severity from) {
    List<Finding> found = new ArrayList<>();
    for (Finding each : actual.findings()) {
      if (each.rule().severity().compareTo(from) >= 0) {
        found.add(each);
      }
    }
    return check(found.isEmpty(), "no finding", found);
  }

  private List<ChunkSegment> segments() {
    isNotNull();
    return MessageChecks.segments(actual);
  }
}
