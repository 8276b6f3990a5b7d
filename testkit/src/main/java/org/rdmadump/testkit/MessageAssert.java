package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.AbstractAssert;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * Assertions about one RPC-over-RDMA message.
 *
 * <pre>{@code
 * assertThat(call).hasProcedure(RDMA_MSG).hasReadChunks(1).hasNoReplyChunk().isSentIn(1);
 * }</pre>
 */
public final class MessageAssert extends AbstractAssert<MessageAssert, RpcMessage> {
  private static final int WORD = 4;

  MessageAssert(RpcMessage actual) {
    super(actual, MessageAssert.class);
  }

  private MessageAssert check(boolean holds, String expected, Object found) {
    isNotNull();
    if (!holds) {
      failWithMessage(
          "%s", "expected " + expected + " but there is " + found + "\n\n" + Drawing.of(actual));
    }
    return this;
  }

  /** That its header is of this procedure (RFC 8166 section 4.2.4). */
  public MessageAssert hasProcedure(RdmaProcedure procedure) {
    Optional<RdmaProcedure> found = actual.header().procedure();
    return check(found.equals(Optional.of(procedure)), "procedure " + procedure, found);
  }

  /** {@return bytes of RPC that went in the Send itself, behind the header} */
  public static int inlineBytes(RpcMessage message) {
    return message.sendLength() - message.header().length();
  }

  /** That RPC went in the Send itself, as with RDMA_MSG. */
  public MessageAssert hasInlineBytes() {
    return check(inlineBytes(actual) > 0, "bytes behind the header", inlineBytes(actual));
  }

  /** That nothing went in the Send but the header, as with RDMA_NOMSG. */
  public MessageAssert hasNoInlineBytes() {
    return check(inlineBytes(actual) == 0, "no bytes behind the header", inlineBytes(actual));
  }

  /** That so many Read chunks, told apart by position, are in its Read list. */
  public MessageAssert hasReadChunks(int count) {
    int found = actual.readChunks().size();
    return check(found == count, counted(count, "Read chunk"), found);
  }

  /** That its Read list is empty. */
  public MessageAssert hasNoReadChunks() {
    return hasReadChunks(0);
  }

  /** That so many Write chunks are in its Write list. */
  public MessageAssert hasWriteChunks(int count) {
    int found = actual.writeChunks().size();
    return check(found == count, counted(count, "Write chunk"), found);
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
    return check(found == count, counted(count, "segment"), found);
  }

  /** That the handles of all segments differ, and their offsets do. */
  public MessageAssert hasDistinctSegments() {
    Set<Integer> handles = new HashSet<>();
    Set<Long> offsets = new HashSet<>();
    for (ChunkSegment each : segments()) {
      check(handles.add(each.handle()), "handles that differ", "0x" + hex(each) + " twice");
      check(offsets.add(each.offset()), "offsets that differ", each.offset() + " twice");
    }
    return this;
  }

  private static String hex(ChunkSegment segment) {
    return Integer.toHexString(segment.handle());
  }

  /**
   * That positions of Read chunks are multiples of four, within the inline message, and zero with
   * RDMA_NOMSG only (RFC 8166 section 3.4.5).
   */
  public MessageAssert hasValidPositions() {
    boolean whole = actual.header().procedure().equals(Optional.of(RdmaProcedure.RDMA_NOMSG));
    long moved = 0;
    for (ReadChunk each : actual.readChunks()) {
      check(each.position() % WORD == 0, "positions of whole words", each.position());
      if (each.position() == 0) {
        check(whole, "no Read chunk at position 0 with RDMA_MSG", "one");
      } else if (!whole) {
        // Data that moved before it is counted by position, too.
        check(
            each.position() <= inlineBytes(actual) + moved,
            "positions within " + (inlineBytes(actual) + moved) + " bytes",
            each.position());
        moved += (length(each.segments()) + WORD - 1) / WORD * WORD;
      }
    }
    return this;
  }

  private static long length(List<ChunkSegment> segments) {
    long sum = 0;
    for (ChunkSegment each : segments) {
      sum += each.length();
    }
    return sum;
  }

  /** That its Send took so many packets, over iWARP FPDUs; repeats do not count. */
  public MessageAssert isSentIn(int packets) {
    int found = actual.sendPackets();
    return check(found == packets, "a Send of " + counted(packets, "packet"), found);
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
    return check(found == credits, counted(credits, "credit"), found);
  }

  /** That its Send invalidates one of the handles of its call. */
  public MessageAssert invalidatesAHandleOfItsCall() {
    check(actual.invalidated().isPresent(), "Send With Invalidate", "none");
    int handle = actual.invalidated().orElseThrow();
    boolean isOfCall = false;
    List<ChunkSegment> offered = actual.call().map(MessageAssert::segments).orElse(List.of());
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
    return segments(actual);
  }

  /** All segments that a message lists. */
  static List<ChunkSegment> segments(RpcMessage message) {
    List<ChunkSegment> all = new ArrayList<>();
    for (ReadChunk each : message.readChunks()) {
      all.addAll(each.segments());
    }
    for (WriteChunk each : message.writeChunks()) {
      all.addAll(each.segments());
    }
    message.replyChunk().ifPresent(chunk -> all.addAll(chunk.segments()));
    return all;
  }

  static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
