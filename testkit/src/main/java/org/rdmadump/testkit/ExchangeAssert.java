package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractAssert;
import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * Assertions about a call, its reply, and the RDMA operations between them.
 *
 * <pre>{@code
 * assertThat(read).movesDataBy(WRITE_CHUNK).echoesChunks().hasContiguousOperations();
 * }</pre>
 */
public final class ExchangeAssert extends AbstractAssert<ExchangeAssert, RpcExchange> {
  private static final int PSN_CIRCLE = 1 << 24;

  ExchangeAssert(RpcExchange actual) {
    super(actual, ExchangeAssert.class);
  }

  private ExchangeAssert check(boolean holds, String expected, Object found) {
    isNotNull();
    if (!holds) {
      failWithMessage(
          "%s", "expected " + expected + " but there is " + found + "\n\n" + Drawing.of(actual));
    }
    return this;
  }

  private RpcMessage theCall() {
    check(actual.call().isPresent(), "a call", "none in the capture");
    return actual.call().orElseThrow();
  }

  private RpcMessage theReply() {
    check(actual.reply().isPresent(), "a reply", "none in the capture");
    return actual.reply().orElseThrow();
  }

  /** What is asserted of the call, which is there. */
  public ExchangeAssert hasCall(Consumer<MessageAssert> assertions) {
    assertions.accept(new MessageAssert(theCall()));
    return this;
  }

  /** What is asserted of the reply, which is there. */
  public ExchangeAssert hasReply(Consumer<MessageAssert> assertions) {
    assertions.accept(new MessageAssert(theReply()));
    return this;
  }

  /** That every byte of the call and of the reply was seen, and both are there. */
  public ExchangeAssert isComplete() {
    new MessageAssert(theCall()).isComplete();
    new MessageAssert(theReply()).isComplete();
    return this;
  }

  /** That some bytes of the call or the reply went this way. */
  public ExchangeAssert movesDataBy(MovedBy way) {
    return check(ways().contains(way), "data moved by " + way, ways());
  }

  /** That all bytes of the call and the reply went inside of Sends. */
  public ExchangeAssert movesDataInline() {
    return check(ways().equals(List.of(MovedBy.INLINE)), "data in Sends only", ways());
  }

  private List<MovedBy> ways() {
    isNotNull();
    List<MovedBy> ways = new ArrayList<>();
    for (Optional<RpcMessage> message : List.of(actual.call(), actual.reply())) {
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
    return check(found == count, MessageAssert.counted(count, "RDMA " + kind.label()), found);
  }

  private List<RdmaTransfer> transfers(RdmaTransfer.Kind kind) {
    isNotNull();
    return actual.transfers().stream().filter(each -> each.kind() == kind).toList();
  }

  /**
   * That the reply lists the chunks of its call: as many, each with the same segments and none
   * longer than offered (RFC 8166 sections 4.3.2 and 4.3.3); and that a Reply chunk was used if,
   * and only if, the reply is RDMA_NOMSG.
   */
  public ExchangeAssert echoesChunks() {
    RpcMessage call = theCall();
    RpcMessage reply = theReply();
    check(
        call.writeChunks().size() == reply.writeChunks().size(),
        MessageAssert.counted(call.writeChunks().size(), "Write chunk") + " in the reply",
        reply.writeChunks().size());
    for (int i = 0; i < call.writeChunks().size(); i++) {
      echoes(call.writeChunks().get(i), reply.writeChunks().get(i));
    }
    boolean whole = reply.header().procedure().equals(Optional.of(RdmaProcedure.RDMA_NOMSG));
    if (call.replyChunk().isPresent() && reply.replyChunk().isPresent()) {
      echoes(call.replyChunk().get(), reply.replyChunk().get());
      long used = length(reply.replyChunk().get());
      check(whole == used > 0, "RDMA_NOMSG with a Reply chunk that is used", used + " bytes of it");
    } else {
      check(reply.replyChunk().isEmpty(), "no Reply chunk in the reply", "one");
      check(!whole, "a Reply chunk with RDMA_NOMSG", "none");
    }
    return this;
  }

  private void echoes(WriteChunk offered, WriteChunk used) {
    check(
        offered.segments().size() == used.segments().size(),
        MessageAssert.counted(offered.segments().size(), "segment") + " in the reply's chunk",
        used.segments().size());
    for (int i = 0; i < offered.segments().size(); i++) {
      ChunkSegment in = offered.segments().get(i);
      ChunkSegment out = used.segments().get(i);
      check(
          in.handle() == out.handle() && in.offset() == out.offset(),
          "segment " + i + " as in the call, " + in,
          out);
      check(out.length() <= in.length(), "at most " + in.length() + " bytes", out.length());
    }
  }

  private static long length(WriteChunk chunk) {
    long sum = 0;
    for (ChunkSegment each : chunk.segments()) {
      sum += each.length();
    }
    return sum;
  }

  /**
   * That the call's Reply chunk has segments of more than 0 bytes, and no more in all than that.
   *
   * @param most bytes, such as the session's maximum response size
   */
  public ExchangeAssert hasReplyChunkOfAtMost(long most) {
    new MessageAssert(theCall()).hasReplyChunk();
    WriteChunk chunk = theCall().replyChunk().orElseThrow();
    for (ChunkSegment each : chunk.segments()) {
      check(each.length() > 0, "segments of the Reply chunk with bytes", each);
    }
    return check(
        length(chunk) <= most, "a Reply chunk of at most " + most + " bytes", length(chunk));
  }

  /**
   * That each segment which has bytes to move was moved by operations within it, whose lengths add
   * up to its own, and each of no bytes was left alone. Of Write and Reply chunks it is the lengths
   * in the reply that count.
   */
  public ExchangeAssert movesEverySegment() {
    for (var chunk : theCall().readChunks()) {
      chunk.segments().forEach(each -> moved(each, RdmaTransfer.Kind.READ));
    }
    RpcMessage reply = theReply();
    for (WriteChunk chunk : reply.writeChunks()) {
      chunk.segments().forEach(each -> moved(each, RdmaTransfer.Kind.WRITE));
    }
    reply
        .replyChunk()
        .ifPresent(chunk -> chunk.segments().forEach(each -> moved(each, RdmaTransfer.Kind.WRITE)));
    return this;
  }

  private void moved(ChunkSegment segment, RdmaTransfer.Kind kind) {
    long sum = 0;
    for (RdmaTransfer each : transfers(kind)) {
      if (isWithin(each, segment)) {
        sum += each.length();
      }
    }
    check(
        sum == segment.length(),
        "RDMA " + kind.label() + "s of " + segment.length() + " bytes of " + segment,
        sum);
  }

  private static boolean isWithin(RdmaTransfer transfer, ChunkSegment segment) {
    long into = transfer.address() - segment.offset();
    return transfer.handle() == segment.handle() && into >= 0 && into <= segment.length();
  }

  /**
   * That the operations on each handle follow each other: the address of one is the end of the one
   * before, and over InfiniBand its first PSN is behind the last, if nothing else came between.
   */
  public ExchangeAssert hasContiguousOperations() {
    isNotNull();
    for (int i = 1; i < actual.transfers().size(); i++) {
      RdmaTransfer before = actual.transfers().get(i - 1);
      RdmaTransfer after = actual.transfers().get(i);
      if (before.handle() != after.handle() || before.kind() != after.kind()) {
        continue;
      }
      long expected = before.address() + before.length();
      check(
          after.address() == expected,
          "an RDMA " + after.kind().label() + " at 0x" + Long.toHexString(expected),
          "one at 0x" + Long.toHexString(after.address()));
      if (before.lastPsn() >= 0) {
        int distance = Math.floorMod(after.firstPsn() - before.lastPsn(), PSN_CIRCLE);
        check(
            distance > 0 && distance < PSN_CIRCLE / 2,
            "a PSN behind " + before.lastPsn(),
            after.firstPsn());
      }
    }
    return this;
  }

  /**
   * That each operation was seen whole, and over InfiniBand took as many packets as its length asks
   * for: packets of the path MTU and a last one with the rest, PSNs in a row.
   *
   * @param connection that it went over; it knows the path MTU, where there is one
   */
  public ExchangeAssert hasWholeOperations(ConnectionRecord connection) {
    isNotNull();
    for (RdmaTransfer each : actual.transfers()) {
      String what = "RDMA " + each.kind().label() + " at 0x" + Long.toHexString(each.address());
      check(
          each.transferred() == each.length(),
          each.length() + " bytes of the " + what,
          each.transferred());
      if (each.firstPsn() >= 0 && connection.pathMtu().isPresent()) {
        int mtu = connection.pathMtu().getAsInt();
        long packets = Math.max(1, (each.length() + mtu - 1) / mtu);
        check(
            each.packets() == packets,
            MessageAssert.counted(packets, "packet")
                + " of the "
                + what
                + " at a path MTU of "
                + mtu,
            each.packets());
        long psns = Math.floorMod(each.lastPsn() - each.firstPsn(), PSN_CIRCLE) + 1L;
        check(psns == packets, packets + " PSNs in a row of the " + what, psns);
      }
    }
    return this;
  }

  /** That the call was whole with the last response to an RDMA Read, before it was answered. */
  public ExchangeAssert isCompletedByItsLastRead() {
    List<RdmaTransfer> reads = transfers(RdmaTransfer.Kind.READ);
    check(!reads.isEmpty(), "RDMA Reads", "none");
    long last = 0;
    for (RdmaTransfer each : reads) {
      last = Math.max(last, each.lastFrame());
    }
    check(theCall().lastFrame() == last, "the call whole at frame " + last, theCall().lastFrame());
    return check(
        theReply().firstFrame() > last, "the reply behind frame " + last, theReply().firstFrame());
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
    List<String> called = operations(theCall());
    List<String> answered = operations(theReply());
    return check(
        answered.size() <= called.size()
            && called.subList(0, answered.size()).equals(answered)
            && (answered.size() == called.size() || hasFailed()),
        "results of " + called,
        answered);
  }

  private boolean hasFailed() {
    return theReply()
        .content()
        .compound()
        .flatMap(Nfs4Compound::status)
        .filter(status -> status.value() != 0)
        .isPresent();
  }

  private static List<String> operations(RpcMessage message) {
    return message.content().compound().stream()
        .flatMap(compound -> compound.operations().stream())
        .map(Nfs4Operation::name)
        .toList();
  }

  /** That nothing of that severity or above was noticed of the call, the reply or the pair. */
  public ExchangeAssert hasNoFindings(Severity from) {
    isNotNull();
    List<Finding> found = new ArrayList<>(actual.findings());
    actual.call().ifPresent(call -> found.addAll(call.findings()));
    actual.reply().ifPresent(reply -> found.addAll(reply.findings()));
    found.removeIf(each -> each.rule().severity().compareTo(from) < 0);
    return check(found.isEmpty(), "no finding", found);
  }
}
