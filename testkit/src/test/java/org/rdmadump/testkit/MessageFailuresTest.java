package org.rdmadump.testkit;

import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.build.ChangedMessage;

/** What is asserted of one message fails where it does not hold. */
class MessageFailuresTest extends FailureTable {
  private static final Finding NOTED =
      new Finding(new Rule("test.noted", Severity.WARNING, "a test"), 1, -1, "something");

  MessageFailuresTest() {
    super("MessageAssert");
  }

  private static ReadChunk at(long position) {
    return new ReadChunk(position, List.of(new ChunkSegment(1, 8, position, OptionalLong.empty())));
  }

  /** The same header, with as many credits as there can be. */
  private static RpcRdmaHeader greedy(RpcRdmaHeader header) {
    return new RpcRdmaHeader(
        header.xid(),
        header.version(),
        -1,
        header.procedureCode(),
        header.error(),
        header.length(),
        header.truncated(),
        header.malformed());
  }

  @Override
  List<Failure> failures() throws IOException {
    try (RdmaCapture capture = Captures.open("rocev2/rocev2-nfs3-basic.pcap");
        RdmaCapture cut = Captures.open("rocev2/rocev2-nfs41-snap128.pcap");
        RdmaCapture midstream = Captures.open("iwarp/iwarp-nfs41-midstream.pcap")) {
      RpcMessage write =
          Exchanges.of(capture)
              .operation("WRITE")
              .matching("call.rpcrdma.segments")
              .get(0)
              .call()
              .orElseThrow();
      RpcMessage read = Exchanges.of(capture).operation("READ").get(0).call().orElseThrow();
      RpcMessage answer = Exchanges.of(capture).operation("READ").get(0).reply().orElseThrow();
      RpcMessage whole =
          Exchanges.of(capture).operation("READDIRPLUS").get(0).reply().orElseThrow();
      RpcMessage partial =
          cut.messages().filter(it -> !it.rpc().orElseThrow().complete()).findFirst().orElseThrow();
      ConnectionRecord connection = capture.connection(write.connection()).orElseThrow();
      ConnectionRecord unknown = midstream.connections().findFirst().orElseThrow();
      return List.of(
          Failure.of(
              "hasProcedure",
              "expected procedure RDMA_NOMSG but there is RDMA_MSG",
              () -> assertThat(write).hasProcedure(RdmaProcedure.RDMA_NOMSG)),
          Failure.of(
              "hasInlineBytes",
              "expected bytes behind the header but there is 0",
              () -> assertThat(whole).hasInlineBytes()),
          Failure.of(
              "hasNoInlineBytes",
              "expected no bytes behind the header but there is ",
              () -> assertThat(write).hasNoInlineBytes()),
          Failure.of(
              "hasReadChunks",
              "expected 2 Read chunks but there is 1",
              () -> assertThat(write).hasReadChunks(2)),
          Failure.of(
              "hasNoReadChunks",
              "expected 0 Read chunks but there is 1",
              () -> assertThat(write).hasNoReadChunks()),
          Failure.of(
              "hasWriteChunks",
              "expected 1 Write chunk but there is 0",
              () -> assertThat(write).hasWriteChunks(1)),
          Failure.of(
              "hasNoWriteChunks",
              "expected 0 Write chunks but there is 1",
              () -> assertThat(read).hasNoWriteChunks()),
          Failure.of(
              "hasReplyChunk",
              "expected a Reply chunk but there is none",
              () -> assertThat(write).hasReplyChunk()),
          Failure.of(
              "hasNoReplyChunk",
              "expected no Reply chunk but there is one",
              () -> assertThat(whole).hasNoReplyChunk()),
          Failure.of(
              "hasSegments",
              "expected 0 segments but there is ",
              () -> assertThat(write).hasSegments(0)),
          Failure.of(
              "hasDistinctSegments",
              "expected handles that differ but there is 0x00000001 twice",
              () ->
                  assertThat(new ChangedMessage(write).readChunks(at(4), at(8)).message())
                      .hasDistinctSegments()),
          Failure.of(
              "hasDistinctSegments",
              "expected segments but there is none",
              () ->
                  assertThat(new ChangedMessage(write).readChunks().message())
                      .hasDistinctSegments()),
          Failure.of(
              "hasValidPositions",
              "expected positions of whole words but there is 3",
              () ->
                  assertThat(new ChangedMessage(write).readChunks(at(3)).message())
                      .hasValidPositions()),
          Failure.of(
              "hasValidPositions",
              "expected no Read chunk at position 0 with RDMA_MSG but there is one",
              () ->
                  assertThat(new ChangedMessage(write).readChunks(at(0)).message())
                      .hasValidPositions()),
          Failure.of(
              "hasValidPositions",
              "expected positions within ",
              () ->
                  assertThat(new ChangedMessage(write).readChunks(at(4096)).message())
                      .hasValidPositions()),
          Failure.of(
              "hasValidPositions",
              "expected a Read chunk at position 0 with RDMA_NOMSG but there is position 4 alone",
              () ->
                  assertThat(new ChangedMessage(whole).readChunks(at(4)).message())
                      .hasValidPositions()),
          Failure.of(
              "hasValidPositions",
              "expected Read chunks but there is none",
              () -> assertThat(answer).hasValidPositions()),
          Failure.of(
              "hasPositions",
              "expected positions [1] but there is [",
              () -> assertThat(write).hasPositions(1)),
          Failure.of(
              "hasSegmentLengths",
              "expected segments of [1, 2] bytes but there is [",
              () -> assertThat(write).hasSegmentLengths(1, 2)),
          Failure.of(
              "hasReadChunkLengths",
              "expected Read chunks of [] bytes but there is [",
              () -> assertThat(write).hasReadChunkLengths()),
          Failure.of(
              "hasWriteChunkLengths",
              "expected Write chunks of [2] bytes but there is [1]",
              () -> assertThat(answer).hasWriteChunkLengths(2)),
          Failure.of(
              "hasReplyChunkLength",
              "expected a Reply chunk of 1 bytes but there is ",
              () -> assertThat(whole).hasReplyChunkLength(1)),
          Failure.of(
              "hasFittingProcedure",
              "expected bytes behind the header of RDMA_MSG but there is 0",
              () ->
                  assertThat(
                          new ChangedMessage(write).sendLength(write.header().length()).message())
                      .hasFittingProcedure()),
          Failure.of(
              "hasFittingProcedure",
              "expected no bytes behind the header of RDMA_NOMSG but there is 8",
              () ->
                  assertThat(
                          new ChangedMessage(whole)
                              .sendLength(whole.header().length() + 8)
                              .message())
                      .hasFittingProcedure()),
          Failure.of(
              "isSentInFullPackets",
              "expected a Send of 1 packet at a path MTU of 1024 but there is 2",
              () ->
                  assertThat(new ChangedMessage(write).sendPackets(2).message())
                      .isSentInFullPackets(connection)),
          Failure.of(
              "isSentInFullPackets",
              "expected packets of the Send but there is none: open the capture with"
                  + " keepFragments(true)",
              () ->
                  assertThat(new ChangedMessage(write).sendFragments().message())
                      .isSentInFullPackets(connection)),
          Failure.of(
              "isSentInFullPackets",
              "expected a Only as packet 1 of 1 of the Send but there is a First in frame 7",
              () ->
                  assertThat(
                          new ChangedMessage(write)
                              .sendFragments(
                                  new RdmaFragment(
                                      FragmentPlace.FIRST, 0, write.sendLength(), 5, 7))
                              .message())
                      .isSentInFullPackets(connection)),
          Failure.of(
              "hasChunksOnlyAboveThreshold",
              "expected no chunks for a message of 136 bytes with its header but there is"
                  + " 1 segments",
              () -> assertThat(read).hasChunksOnlyAboveThreshold(connection)),
          Failure.of(
              "isSentIn",
              "expected a Send of 2 packets but there is 1",
              () -> assertThat(write).isSentIn(2)),
          Failure.of(
              "fitsInlineThreshold",
              "expected a Send of at most 4096 bytes but there is 4097",
              () ->
                  assertThat(new ChangedMessage(write).sendLength(4097).message())
                      .fitsInlineThreshold(connection)),
          Failure.of(
              "fitsInlineThreshold",
              "expected an inline threshold that is known but there is none",
              () -> assertThat(write).fitsInlineThreshold(unknown)),
          Failure.of(
              "hasCredits",
              "expected 1 credit but there is 128\n\nthe call alone:\n",
              () -> assertThat(write).hasCredits(1)),
          Failure.of(
              "hasCredits",
              "expected 64 credits but there is 4294967295",
              () ->
                  assertThat(new ChangedMessage(write).header(greedy(write.header())).message())
                      .hasCredits(0xffff_ffffL)
                      .hasCredits(64)),
          Failure.of(
              "invalidatesAHandleOfItsCall",
              "expected Send With Invalidate but there is none",
              () -> assertThat(write).invalidatesAHandleOfItsCall()),
          Failure.of(
              "invalidatesNothing",
              "expected no Invalidate but there is ",
              () -> assertThat(answer).invalidatesNothing()),
          Failure.of(
              "isComplete",
              "expected every byte but there is missing [",
              () -> assertThat(partial).isComplete()),
          Failure.of(
              "hasNoFindings",
              "expected no finding but there is 1 finding\n  WARNING test.noted, frame 1: something\n",
              () ->
                  assertThat(new ChangedMessage(write).findings(NOTED).message())
                      .hasNoFindings(Severity.WARNING)));
    }
  }
}
