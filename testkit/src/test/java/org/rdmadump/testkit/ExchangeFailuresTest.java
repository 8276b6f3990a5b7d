package org.rdmadump.testkit;

import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.SessionLimits;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.build.ChangedMessage;

/** What is asserted of a call and its reply fails where it does not hold. */
class ExchangeFailuresTest extends FailureTable {
  private static final Finding NOTED =
      new Finding(new Rule("test.noted", Severity.WARNING, "a test"), 1, -1, "something");

  ExchangeFailuresTest() {
    super("ExchangeAssert");
  }

  @Override
  List<Failure> failures() throws IOException {
    List<Failure> failures = new ArrayList<>();
    try (RdmaCapture roce = Captures.open("rocev2/rocev2-nfs3-basic.pcap");
        RdmaCapture iwarp = Captures.open("iwarp/iwarp-nfs41-crc.pcap");
        RdmaCapture unkept = RdmaCapture.open(Captures.path("rocev2/rocev2-nfs3-basic.pcap"))) {
      aboutAWrite(write(roce), failures);
      aboutAReadOverRoce(roce, failures);
      PacketFailures.overRoce(roce, write(roce), failures);
      PacketFailures.notKept(roce, write(roce), failures);
      PacketFailures.overIwarp(iwarp, write(iwarp), failures);
      aboutAnswers(roce, iwarp, failures);
      failures.add(
          Failure.of(
              "hasWholeOperations",
              "but there is none: open the capture with keepFragments(true)",
              () -> {
                RpcExchange one = write(unkept);
                assertThat(one).hasWholeOperations(connection(unkept, one));
              }));
      return failures;
    }
  }

  private static RpcExchange write(RdmaCapture capture) {
    return Exchanges.of(capture).operation("WRITE").matching("nfs.data.length > 5000").get(0);
  }

  private static ConnectionRecord connection(RdmaCapture capture, RpcExchange exchange) {
    return capture.connection(exchange.connection()).orElseThrow();
  }

  private static void aboutAWrite(RpcExchange write, List<Failure> failures) {
    failures.add(
        Failure.of(
            "movesDataBy",
            "expected data moved by WRITE_CHUNK but there is [INLINE, READ_CHUNK]",
            () -> assertThat(write).movesDataBy(MovedBy.WRITE_CHUNK)));
    failures.add(
        Failure.of(
            "movesDataBy",
            "expected data in Sends only but there is [INLINE, READ_CHUNK]",
            () -> assertThat(write).movesDataBy(MovedBy.INLINE)));
    failures.add(
        Failure.of(
            "movesDataInline",
            "expected data in Sends only but there is [INLINE, READ_CHUNK]",
            () -> assertThat(write).movesDataInline()));
    failures.add(
        Failure.of(
            "hasTransfers",
            "expected 0 RDMA reads but there is 1",
            () -> assertThat(write).hasTransfers(RdmaTransfer.Kind.READ, 0)));
    failures.add(
        Failure.of(
            "hasTransferLengths",
            "expected RDMA reads of [1] bytes but there is [9001]",
            () -> assertThat(write).hasTransferLengths(RdmaTransfer.Kind.READ, 1)));
    failures.add(
        Failure.of(
            "hasTransferPackets",
            "expected 0 packets of RDMA reads but there is 9",
            () -> assertThat(write).hasTransferPackets(RdmaTransfer.Kind.READ, 0)));
    failures.add(
        Failure.of(
            "fitsItsSession",
            "expected a CREATE_SESSION for its session but there is none in the capture",
            () -> assertThat(write).fitsItsSession(new SessionLimits())));
    failures.add(
        Failure.of(
            "matches",
            "expected that nfs.op == READ but there is otherwise",
            () -> assertThat(write).matches("nfs.op == READ")));
    failures.add(
        Failure.of(
            "hasReplyChunkOfAtMost",
            "expected a Reply chunk but there is none",
            () -> assertThat(write).hasReplyChunkOfAtMost(1)));
    failures.add(
        Failure.of(
            "hasStatus",
            "expected status NFS3ERR_NOSPC but there is NFS3_OK",
            () -> assertThat(write).hasStatus("NFS3ERR_NOSPC")));
    failures.add(
        Failure.of(
            "hasCall",
            "expected 1 credit but there is 128",
            () -> assertThat(write).hasCall(call -> call.hasCredits(1))));
    failures.add(
        Failure.of(
            "hasReply",
            "expected 1 credit but there is 64",
            () -> assertThat(write).hasReply(reply -> reply.hasCredits(1))));
    RpcExchange unanswered = new ChangedExchange(write).withoutReply().exchange();
    failures.add(
        Failure.of(
            "isComplete",
            "expected a reply but there is none in the capture",
            () -> assertThat(unanswered).isComplete()));
    failures.add(
        Failure.of(
            "hasReply",
            "expected a reply but there is none in the capture",
            () -> assertThat(unanswered).hasReply(MessageAssert::isComplete)));
    failures.add(
        Failure.of(
            "hasNoFindings",
            "expected no finding but there is 1 finding\n  WARNING test.noted, frame 1: something\n",
            () ->
                assertThat(new ChangedExchange(write).findings(NOTED).exchange())
                    .hasNoFindings(Severity.NOTE)));
    failures.add(
        Failure.of(
            "leavesUnusedSegmentsAlone",
            "expected a segment without bytes to move but there is none",
            () -> assertThat(write).leavesUnusedSegmentsAlone()));
    RdmaTransfer only = write.transfers().get(0);
    RpcMessage call = write.call().orElseThrow();
    failures.add(
        Failure.of(
            "isCompletedByItsLastRead",
            "expected the call whole at frame " + (only.lastFrame() + 1),
            () ->
                assertThat(
                        new ChangedExchange(write)
                            .transfers(
                                new RdmaTransfer(
                                    only.kind(),
                                    only.handle(),
                                    only.address(),
                                    only.length(),
                                    only.transferred(),
                                    only.packets(),
                                    only.firstPsn(),
                                    only.lastPsn(),
                                    only.firstFrame(),
                                    only.lastFrame() + 1,
                                    only.firstNanos(),
                                    only.lastNanos(),
                                    only.sink(),
                                    List.of()))
                            .exchange())
                    .isCompletedByItsLastRead()));
    failures.add(
        Failure.of(
            "isCompletedByItsLastRead",
            "expected RDMA Reads but there is none",
            () ->
                assertThat(new ChangedExchange(write).transfers().exchange())
                    .isCompletedByItsLastRead()));
    failures.add(
        Failure.of(
            "movesEverySegment",
            "expected a segment with bytes to move but there is none",
            () ->
                assertThat(
                        new ChangedExchange(write)
                            .call(new ChangedMessage(call).readChunks().message())
                            .exchange())
                    .movesEverySegment()));
    failures.add(
        Failure.of(
            "hasContiguousOperations",
            "expected RDMA Reads or Writes but there is none",
            () ->
                assertThat(new ChangedExchange(write).transfers().exchange())
                    .hasContiguousOperations()));
  }

  private static void aboutAReadOverRoce(RdmaCapture capture, List<Failure> failures) {
    RpcExchange read = Exchanges.of(capture).operation("READ").get(0);
    RpcExchange readdir = Exchanges.of(capture).operation("READDIRPLUS").get(0);
    ConnectionRecord connection = connection(capture, read);
    RpcMessage reply = read.reply().orElseThrow();
    RdmaTransfer first = read.transfers().get(0);
    ChunkSegment used = reply.writeChunks().get(0).segments().get(0);
    ChunkSegment unused = new ChunkSegment(used.handle(), 0, used.offset(), used.transferred());
    failures.add(
        Failure.of(
            "leavesUnusedSegmentsAlone",
            "expected no RDMA in the unused segment 0x",
            () ->
                assertThat(
                        new ChangedExchange(read)
                            .reply(
                                new ChangedMessage(reply)
                                    .writeChunks(new WriteChunk(List.of(unused)))
                                    .message())
                            .exchange())
                    .leavesUnusedSegmentsAlone()));
    failures.add(
        Failure.of(
            "movesEverySegment",
            "expected RDMA writes of 1 bytes of segment 0x",
            () ->
                assertThat(new ChangedExchange(read).transfers().exchange()).movesEverySegment()));
    failures.add(
        Failure.of(
            "movesEverySegment",
            "but there is 0",
            () ->
                assertThat(
                        new ChangedExchange(read)
                            .transfers(ChangedExchange.moved(first, first.address() + 4, 1, 1))
                            .exchange())
                    .movesEverySegment()));
    failures.add(
        Failure.of(
            "hasContiguousOperations",
            "expected an RDMA write at 0x" + Long.toHexString(first.address() + 1) + " but",
            () ->
                assertThat(
                        new ChangedExchange(read)
                            .transfers(
                                first, ChangedExchange.moved(first, first.address() + 2, 1, 1))
                            .exchange())
                    .hasContiguousOperations()));
    elsewhere(read, first, failures);
    failures.add(
        Failure.of(
            "echoesChunks",
            "expected 1 Write chunk in the reply but there is 0",
            () ->
                assertThat(
                        new ChangedExchange(read)
                            .reply(new ChangedMessage(reply).writeChunks().message())
                            .exchange())
                    .echoesChunks()));
    failures.add(
        Failure.of(
            "repliesByLength",
            "expected a reply of at most 4096 bytes in a Send but there is 4097",
            () ->
                assertThat(
                        new ChangedExchange(read)
                            .reply(new ChangedMessage(reply).sendLength(4097).message())
                            .exchange())
                    .repliesByLength(connection)));
    failures.add(
        Failure.of(
            "usesReplyChunkOnlyAboveThreshold",
            "header included, in a Send of at most 4096 but there is RDMA_NOMSG",
            () ->
                assertThat(
                        Exchanges.of(capture)
                            .matching("reply.rpcrdma.procedure == RDMA_NOMSG && rpc.length < 4000")
                            .get(0))
                    .usesReplyChunkOnlyAboveThreshold(connection)));
    failures.add(
        Failure.of(
            "hasReplyChunkOfAtMost",
            "expected a Reply chunk of at most 1 bytes but there is ",
            () -> assertThat(readdir).hasReplyChunkOfAtMost(1)));
  }

  /** A Write behind what was used of a segment, or into nothing, beside what is right. */
  private static void elsewhere(RpcExchange read, RdmaTransfer first, List<Failure> failures) {
    RpcExchange behind =
        new ChangedExchange(read)
            .transfers(first, ChangedExchange.moved(first, first.address() + first.length(), 3, 1))
            .exchange();
    String words = "expected RDMA writes within the segments that were used but there is one of 3 ";
    failures.add(
        Failure.of("movesNothingElse", words, () -> assertThat(behind).movesNothingElse()));
    failures.add(
        Failure.of("movesEverySegment", words, () -> assertThat(behind).movesEverySegment()));
  }

  private static void aboutAnswers(RdmaCapture roce, RdmaCapture iwarp, List<Failure> failures) {
    RpcExchange one = Exchanges.of(iwarp).operation("READ").get(0);
    RpcMessage other = Exchanges.of(iwarp).operation("WRITE").get(0).reply().orElseThrow();
    failures.add(
        Failure.of(
            "answersTheOperationsOfItsCall",
            "expected results of [SEQUENCE, PUTFH, READ] but there is [SEQUENCE, PUTFH, WRITE,",
            () ->
                assertThat(new ChangedExchange(one).reply(other).exchange())
                    .answersTheOperationsOfItsCall()));
    failures.add(
        Failure.of(
            "answersTheOperationsOfItsCall",
            "expected arguments that can be decoded but there is a body that cannot: ",
            () ->
                assertThat(
                        new ChangedExchange(one)
                            .call(Exchanges.of(roce).get(0).call().orElseThrow())
                            .exchange())
                    .answersTheOperationsOfItsCall()));
    try (RdmaCapture refused = Captures.open("iwarp/iwarp-nfs3-refused-acl.pcap");
        RdmaCapture broken = Captures.open("iwarp/iwarp-nfs3-acl.pcap");
        RdmaCapture cut = Captures.open("rocev2/rocev2-nfs41-snap128.pcap")) {
      RpcExchange garbage = Exchanges.of(refused).matching("rpc.status == GARBAGE_ARGS").get(0);
      RpcExchange bad =
          Exchanges.of(broken)
              .matching(each -> !each.reply().orElseThrow().findings().isEmpty())
              .get(0);
      RpcExchange truncated = Exchanges.of(cut).get(3);
      failures.add(
          Failure.of(
              "answersTheOperationsOfItsCall",
              "expected results but there is a reply without: GARBAGE_ARGS",
              () -> assertThat(garbage).answersTheOperationsOfItsCall()));
      failures.add(
          Failure.of(
              "answersTheOperationsOfItsCall",
              "expected results as GETACL3res declares them but there is an end at byte 204: BAD",
              () -> assertThat(bad).answersTheOperationsOfItsCall()));
      failures.add(
          Failure.of(
              "answersTheOperationsOfItsCall",
              "expected results that can be decoded but there is ",
              () -> assertThat(truncated).answersTheOperationsOfItsCall()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
