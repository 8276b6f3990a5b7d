package org.rdmadump.testkit;

import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.SessionLimits;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

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
      aboutPacketsOverRoce(roce, failures);
      aboutPacketsThatWereNotKept(roce, failures);
      aboutPacketsOverIwarp(iwarp, failures);
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
            "expected status NFS3ERR_NOSPC but there is another one",
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
            "expected no finding but there is [",
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
                                    only.sink()))
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

  private static void packets(
      RdmaCapture capture, RpcExchange of, List<RdmaFragment> in, String words, List<Failure> to) {
    ConnectionRecord connection = connection(capture, of);
    RpcExchange changed =
        new ChangedExchange(of).transfers(ChangedExchange.in(of.transfers().get(0), in)).exchange();
    to.add(
        Failure.of(
            "hasWholeOperations", words, () -> assertThat(changed).hasWholeOperations(connection)));
  }

  private static RdmaFragment with(RdmaFragment from, FragmentPlace place, int length, int psn) {
    return new RdmaFragment(place, from.offset(), length, psn, from.frame());
  }

  /** The list with another element at an index, from the end if that is negative. */
  private static List<RdmaFragment> with(
      List<RdmaFragment> from, int index, FragmentPlace place, int more, int psn) {
    List<RdmaFragment> changed = new ArrayList<>(from);
    int at = index < 0 ? from.size() + index : index;
    RdmaFragment old = from.get(at);
    changed.set(at, with(old, place, old.length() + more, old.psn() + psn));
    return changed;
  }

  private static void aboutPacketsOverRoce(RdmaCapture capture, List<Failure> failures) {
    RpcExchange write = write(capture);
    RdmaTransfer whole = write.transfers().get(0);
    List<RdmaFragment> fragments = whole.fragments();
    ConnectionRecord connection = connection(capture, write);
    failures.add(
        Failure.of(
            "hasWholeOperations",
            "expected RDMA Reads or Writes but there is none",
            () ->
                assertThat(new ChangedExchange(write).transfers().exchange())
                    .hasWholeOperations(connection)));
    failures.add(
        Failure.of(
            "hasWholeOperations",
            "at a path MTU of 1024 but there is 10",
            () ->
                assertThat(
                        new ChangedExchange(write)
                            .transfers(
                                ChangedExchange.moved(
                                    whole, whole.address(), whole.length(), whole.packets() + 1))
                            .exchange())
                    .hasWholeOperations(connection)));
    packets(
        capture,
        write,
        with(fragments, 0, FragmentPlace.REQUEST, 4, 0),
        "expected no payload in the request of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, 1, FragmentPlace.MIDDLE, 0, 0),
        "expected a First as packet 1 of 9 of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, -1, FragmentPlace.ONLY, 0, 0),
        "expected a Last as packet 9 of 9 of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, 3, FragmentPlace.MIDDLE, -1, 0),
        "expected a packet of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, -1, FragmentPlace.LAST, 4, 0),
        "expected 9001 bytes in packets of the RDMA read at 0x",
        failures);
    packets(
        capture,
        write,
        with(fragments, 4, FragmentPlace.MIDDLE, 0, 7),
        "expected a PSN behind ",
        failures);
    packets(
        capture,
        write,
        fragments.subList(0, 1),
        "expected packets of the RDMA read at 0x",
        failures);
    RdmaFragment first = fragments.get(1);
    List<RdmaFragment> uneven = new ArrayList<>(fragments);
    uneven.set(1, with(first, FragmentPlace.FIRST, first.length() - 8, first.psn()));
    RdmaFragment second = fragments.get(2);
    uneven.set(
        2,
        new RdmaFragment(
            FragmentPlace.MIDDLE,
            second.offset() - 8,
            second.length() + 8,
            second.psn(),
            second.frame()));
    packets(
        capture,
        write,
        uneven,
        "expected packets of the path MTU, 1024 bytes, but the last of the RDMA read at 0x",
        failures);
  }

  /** What memory did not hold is no fault of a peer. */
  private static void aboutPacketsThatWereNotKept(RdmaCapture capture, List<Failure> failures) {
    RpcExchange write = write(capture);
    List<RdmaFragment> fragments = write.transfers().get(0).fragments();
    packets(
        capture,
        write,
        fragments.subList(0, 4),
        "but there is 3 of them: memory did not hold the others, open the capture with more",
        failures);
  }

  private static void aboutPacketsOverIwarp(RdmaCapture capture, List<Failure> failures) {
    RpcExchange write = write(capture);
    List<RdmaFragment> fragments = write.transfers().get(0).fragments();
    packets(
        capture,
        write,
        with(fragments, -1, FragmentPlace.MORE, 0, 0),
        "expected a Last as packet ",
        failures);
    packets(
        capture,
        write,
        with(fragments, 2, FragmentPlace.LAST, 0, 0),
        "expected a More as packet 2 of ",
        failures);
    packets(
        capture,
        write,
        with(fragments, 2, FragmentPlace.MORE, 4, 0),
        "expected a packet of the RDMA read at 0x",
        failures);
    failures.add(
        Failure.of(
            "hasPayloadSizesAtMost",
            "expected packets of at most 1 length in an RDMA read but there is [",
            () -> assertThat(write).hasPayloadSizesAtMost(1)));
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
      throw new java.io.UncheckedIOException(e);
    }
  }
}
