package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * The kinds of assertion that NFS test suites make, numbered as docs/testkit.md does, each in one
 * line; the same lines for every transport.
 */
abstract class AssertionKinds {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  private final Path file;
  private final Path lossy;

  private RdmaCapture capture;
  private RpcExchange write;
  private RpcExchange read;
  private RpcExchange readdir;
  private ConnectionRecord connection;

  AssertionKinds(String name, String lossy) {
    this.file = CAPTURES.resolve(name);
    this.lossy = CAPTURES.resolve(lossy);
  }

  @BeforeEach
  void open() throws IOException {
    capture = RdmaCapture.builder().file(file).keepBytes(true).keepFragments(true).open();
    write = Exchanges.of(capture).operation("WRITE").matching("nfs.data.length == 100000").get(0);
    read = Exchanges.of(capture).operation("READ").status("NFS4_OK").get(0);
    readdir = Exchanges.of(capture).operation("READDIR").get(0);
    connection = capture.connection(write.connection()).orElseThrow();
  }

  @AfterEach
  void close() {
    capture.close();
  }

  @Test
  void kind1EveryNfsMessageWentOverRdma() {
    assertThat(capture).hasAllNfsOverRdma();
  }

  @Test
  void kind2TheCallAndReplyOfAnOperationAreFound() {
    assertThat(Exchanges.of(capture).operation("READ").status("NFS4_OK")).hasSize(7);
  }

  @Test
  void kind3TheHeaderHasAProcedure() {
    assertThat(write.call().orElseThrow()).hasProcedure(RdmaProcedure.RDMA_MSG);
  }

  @Test
  void kind4BytesFollowTheHeaderWithMsgOnly() {
    assertThat(readdir.reply().orElseThrow()).hasFittingProcedure().hasNoInlineBytes();
  }

  @Test
  void kind5ChunksArePresentOrAbsent() {
    assertThat(write.call().orElseThrow()).hasReadChunks(1).hasNoWriteChunks().hasNoReplyChunk();
  }

  @Test
  void kind6HandlesAndOffsetsDiffer() {
    assertThat(readdir.call().orElseThrow()).hasDistinctSegments().hasSegments(3);
  }

  @Test
  void kind7PositionsAreValid() {
    assertThat(write.call().orElseThrow()).hasValidPositions();
  }

  @Test
  void kind8DataIsPlacedDirectlyOrNot() {
    assertThat(write).movesDataBy(MovedBy.READ_CHUNK);
    assertThat(read).movesDataBy(MovedBy.WRITE_CHUNK);
  }

  @Test
  void kind9TheReplyFitsItsSession() {
    assertThat(readdir).fitsItsSession(Exchanges.of(capture).sessions());
  }

  @Test
  void kind10TheReplyEchoesTheChunksOfItsCall() {
    assertThat(readdir).echoesChunks();
  }

  @Test
  void kind11UnusedSegmentsAreLeftAlone() {
    assertThat(readdir).leavesUnusedSegmentsAlone();
  }

  @Test
  void kind12UsedSegmentsAreMoved() {
    assertThat(read).movesEverySegment().hasTransfers(RdmaTransfer.Kind.WRITE, 1);
  }

  @Test
  void kind13OperationsFollowEachOther() {
    assertThat(write).hasContiguousOperations();
  }

  @Test
  void kind14FragmentsAreAsManyAsTheMtuAsksFor() {
    assertThat(write).hasWholeOperations(connection);
  }

  @Test
  void kind15AFailureListsWhatIsMissing() throws IOException {
    try (RdmaCapture cut = RdmaCapture.open(lossy)) {
      assertThatThrownBy(() -> assertThat(cut).isComplete())
          .hasMessageContaining("missing")
          .hasMessageContaining("at ");
    }
  }

  @Test
  void kind16SendsTakeAsManyPacketsAsTheyNeed() {
    assertThat(write.call().orElseThrow()).isSentIn(1).isSentInFullPackets(connection);
  }

  @Test
  void kind17TheSameHoldsOverEveryTransport() {
    assertThat(write).isComplete();
    assertThat(write)
        .hasWholeOperations(connection)
        .hasContiguousOperations()
        .hasPayloadSizesAtMost(2);
  }

  @Test
  void kind18AWriteIsCompleteWithItsLastReadResponse() {
    assertThat(write).isCompletedByItsLastRead();
  }

  @Test
  void kind19TheReplysProcedureFollowsFromItsLength() {
    assertThat(readdir).repliesByLength(connection);
    assertThat(readdir).matches("reply.rpcrdma.procedure == RDMA_NOMSG");
    assertThat(Exchanges.of(capture)).allSatisfy(each -> each.repliesByLength(connection));
  }

  @Test
  void kind20FilesHaveTheBytesThatWereWritten() throws IOException {
    assertThat(capture).file("basic/big").isWhole().hasSize(100_000).hasSha256(sha256());
  }

  /** Of basic/big, as the ground truth beside the capture has it. */
  private String sha256() throws IOException {
    String truth = Files.readString(Path.of(file.toString().replaceAll("\\.pcap$", ".files.json")));
    Matcher matcher =
        Pattern.compile("\"path\": \"basic/big\".*?\"sha256\": \"(\\w+)\"", Pattern.DOTALL)
            .matcher(truth);
    assertThat(capture).isReadable();
    return matcher.find() ? matcher.group(1) : "";
  }

  @Test
  void kind21AllIoIsAsExpected() {
    assertThat(Exchanges.of(capture).operation("WRITE")).allMatch("nfs.stable == FILE_SYNC4");
    assertThat(Exchanges.of(capture).operation("READ")).allMatch("call.dst == 192.168.77.1");
    assertThat(capture).hasLargestIo(100_000, 100_000).hasSteadyWriteVerifier();
    assertThat(capture).hasCommittedAllWrites();
  }

  @Test
  void kind22EveryCallHasItsReply() {
    assertThat(capture).hasNoCallsWithoutReply().hasNoRepliesWithoutCall();
  }

  @Test
  void kind23RepliesAnswerTheOperationsOfTheirCalls() {
    assertThat(Exchanges.of(capture)).allSatisfy(ExchangeAssert::answersTheOperationsOfItsCall);
  }

  // ---- over all of a capture

  @Test
  void shouldHoldForAllThatRdmaMoved() {
    assertThat(Exchanges.of(capture).movedByRdma())
        .allSatisfy(
            each ->
                each.hasContiguousOperations()
                    .hasWholeOperations(connection)
                    .hasPayloadSizesAtMost(2));
    assertThat(Exchanges.of(capture).withUsedSegments())
        .allSatisfy(ExchangeAssert::movesEverySegment);
    assertThat(Exchanges.of(capture).withUnusedSegments())
        .allSatisfy(ExchangeAssert::leavesUnusedSegmentsAlone);
    assertThat(Exchanges.of(capture))
        .allSatisfy(
            each ->
                each.hasCall(it -> it.isSentInFullPackets(connection))
                    .hasReply(it -> it.isSentInFullPackets(connection)));
  }

  /** Whether RDMA moved something for it or not. */
  @Test
  void shouldMoveNothingThatNobodyAskedFor() {
    assertThat(Exchanges.of(capture)).allSatisfy(ExchangeAssert::movesNothingElse);
    assertThat(capture).keepsToItsCredits();
  }

  @Test
  void shouldAnswerTheProceduresOfVersion3() throws IOException {
    try (RdmaCapture v3 = Captures.open("rocev2/rocev2-nfs3-basic.pcap")) {
      assertThat(Exchanges.of(v3)).allSatisfy(ExchangeAssert::answersTheOperationsOfItsCall);
    }
  }

  // ---- and more

  @Test
  void shouldCountAndMeasureChunksSegmentsSubSegmentsAndFragments() {
    assertThat(write.call().orElseThrow())
        .hasReadChunkLengths(100_000)
        .hasSegmentLengths(100_000)
        .hasPositions(184);
    assertThat(read.reply().orElseThrow()).hasWriteChunkLengths(1);
    assertThat(readdir.reply().orElseThrow()).hasReplyChunkLength(8080);
    assertThat(read).hasTransferLengths(RdmaTransfer.Kind.WRITE, 1);
    assertThat(read).hasTransferPackets(RdmaTransfer.Kind.WRITE, 1);
  }

  @Test
  void shouldAssertTheInlineThreshold() {
    assertThat(write.call().orElseThrow())
        .fitsInlineThreshold(connection)
        .hasChunksOnlyAboveThreshold(connection);
    assertThatThrownBy(
            () -> assertThat(read.call().orElseThrow()).hasChunksOnlyAboveThreshold(connection))
        .hasMessageContaining("expected no chunks for a message of");
  }

  @Test
  void shouldAssertWhatTheEndsAgreedOn() {
    assertThat(connection)
        .isSeenFromStart()
        .hasInlineThreshold(Direction.FORWARD, 4096)
        .allowsInvalidation(Direction.BACKWARD, true)
        .keepsToItsCredits();
    assertThatThrownBy(() -> assertThat(connection).hasInlineThreshold(Direction.FORWARD, 8192))
        .hasMessageContaining("expected an inline threshold of 8192");
  }

  @Test
  void shouldAssertCreditsInvalidationAndFindings() {
    assertThat(read.reply().orElseThrow()).hasCredits(64).invalidatesAHandleOfItsCall();
    assertThat(read).hasNoFindings(Severity.NOTE);
    assertThat(capture).hasConnections(1).hasNoFindings(Severity.WARNING);
  }

  @Test
  void shouldShowExchangesForWhichAnExpressionIsOtherwise() {
    assertThatThrownBy(
            () ->
                assertThat(Exchanges.of(capture).operation("READ"))
                    .allMatch("call.nfs.count == 4096"))
        .hasMessageContaining("but there are 2 for which it is otherwise")
        .hasMessageContaining("Write chunk");
    assertThatThrownBy(() -> assertThat(Exchanges.of(capture)).noneMatch("nfs.op == READDIR"))
        .hasMessageContaining("there is 1");
    assertThatThrownBy(() -> assertThat(Exchanges.of(capture).operation("READ")).isEmpty())
        .hasMessageContaining("expected 0 exchanges of operation READ but there is 7");
  }

  @Test
  void shouldSayWhichByteOfAFileDiffers() {
    FileAssert big = assertThat(capture).file("big");

    assertThatThrownBy(() -> big.hasContent(offset -> (byte) 0))
        .hasMessageContaining("expected 0x00 at offset ");
    assertThatThrownBy(() -> big.hasSize(1)).hasMessageContaining("expected 1 bytes");
    assertThatThrownBy(() -> assertThat(capture).file("nothing"))
        .hasMessageContaining("expected a file nothing but there is [");
    assertThatThrownBy(() -> assertThat(capture).hasLargestIo(1, 1))
        .hasMessageContaining("expected a largest READ of 1");
    assertThatThrownBy(() -> assertThat(capture).hasMoved(1))
        .hasMessageContaining("bytes of files");
  }
}
