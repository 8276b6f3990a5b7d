package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.SessionLimits;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.build.ChangedMessage;

/** Nothing is asserted of a part of a header that the snap length cut, and no peer is blamed. */
class CutHeaderTest {
  /** Of a directory, whose entries are in a Reply chunk. */
  private static final String CAPTURE = "rocev2/rocev2-nfs41-acl.pcap";

  private static final String READDIR = "rpc.xid == 0xabc332a6";
  private static final int FRAME_OF_REPLY = 74;

  /** In the middle of the Reply chunk; before the procedure of the header. */
  private static final int CUT = 100;

  private static final int EARLY_CUT = 66;
  private static final String UNKNOWN = "expected a header that was captured whole but there is";

  @TempDir private Path folder;

  private final List<DynamicTest> tests = new ArrayList<>();

  private void fails(String name, ThrowingCallable assertion) {
    tests.add(
        dynamicTest(
            name,
            () ->
                assertThatThrownBy(assertion)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith(UNKNOWN + " one cut at byte ")));
  }

  private RdmaCapture cut(int bytes) throws IOException {
    return Captures.open(Captures.snapped(CAPTURE, FRAME_OF_REPLY, bytes, folder));
  }

  @TestFactory
  Stream<DynamicTest> shouldNotAssertWhatACutHeaderMayHave() throws IOException {
    try (RdmaCapture capture = cut(CUT)) {
      RpcExchange readdir = Exchanges.of(capture).matching(READDIR).get(0);
      ConnectionRecord connection = capture.connection(readdir.connection()).orElseThrow();
      ofMessage(readdir.reply().orElseThrow(), connection);
      ofExchange(readdir, connection, Exchanges.of(capture).sessions());
      return tests.stream();
    }
  }

  private void ofMessage(RpcMessage reply, ConnectionRecord connection) {
    fails("hasInlineBytes", () -> assertThat(reply).hasInlineBytes());
    fails("hasNoInlineBytes", () -> assertThat(reply).hasNoInlineBytes());
    fails("hasReadChunks", () -> assertThat(reply).hasReadChunks(1));
    fails("hasNoReadChunks", () -> assertThat(reply).hasNoReadChunks());
    fails("hasWriteChunks", () -> assertThat(reply).hasWriteChunks(1));
    fails("hasNoWriteChunks", () -> assertThat(reply).hasNoWriteChunks());
    fails("hasReplyChunk", () -> assertThat(reply).hasReplyChunk());
    fails("hasNoReplyChunk", () -> assertThat(reply).hasNoReplyChunk());
    fails("hasReplyChunkLength", () -> assertThat(reply).hasReplyChunkLength(0));
    fails("hasSegments", () -> assertThat(reply).hasSegments(0));
    fails("hasSegmentLengths", () -> assertThat(reply).hasSegmentLengths());
    fails("hasReadChunkLengths", () -> assertThat(reply).hasReadChunkLengths());
    fails("hasWriteChunkLengths", () -> assertThat(reply).hasWriteChunkLengths());
    fails("hasPositions", () -> assertThat(reply).hasPositions());
    fails("hasDistinctSegments", () -> assertThat(reply).hasDistinctSegments());
    fails("hasValidPositions", () -> assertThat(reply).hasValidPositions());
    fails("hasFittingProcedure", () -> assertThat(reply).hasFittingProcedure());
    fails("hasChunksOnly...", () -> assertThat(reply).hasChunksOnlyAboveThreshold(connection));
    fails("isComplete of a message", () -> assertThat(reply).isComplete());
  }

  private void ofExchange(
      RpcExchange readdir, ConnectionRecord connection, SessionLimits sessions) {
    fails("movesDataInline", () -> assertThat(readdir).movesDataInline());
    fails("movesDataBy", () -> assertThat(readdir).movesDataBy(MovedBy.REPLY_CHUNK));
    fails("echoesChunks", () -> assertThat(readdir).echoesChunks());
    fails("fitsItsSession", () -> assertThat(readdir).fitsItsSession(sessions));
    fails("movesEverySegment", () -> assertThat(readdir).movesEverySegment());
    fails("movesNothingElse", () -> assertThat(readdir).movesNothingElse());
    fails("leavesUnused...", () -> assertThat(readdir).leavesUnusedSegmentsAlone());
    fails("hasContiguousOperations", () -> assertThat(readdir).hasContiguousOperations());
    fails("hasWholeOperations", () -> assertThat(readdir).hasWholeOperations(connection));
    fails("hasTransfers", () -> assertThat(readdir).hasTransfers(RdmaTransfer.Kind.WRITE, 0));
    fails("isCompletedByItsLastRead", () -> assertThat(readdir).isCompletedByItsLastRead());
    fails(
        "usesReplyChunk...",
        () -> assertThat(readdir).usesReplyChunkOnlyAboveThreshold(connection));
    fails("isComplete of an exchange", () -> assertThat(readdir).isComplete());
  }

  @Test
  void shouldAssertWhatStandsBeforeTheCut() throws IOException {
    try (RdmaCapture capture = cut(CUT)) {
      RpcExchange readdir = Exchanges.of(capture).matching(READDIR).get(0);
      ConnectionRecord connection = capture.connection(readdir.connection()).orElseThrow();

      assertThat(readdir.reply().orElseThrow())
          .hasProcedure(RdmaProcedure.RDMA_NOMSG)
          .hasCredits(64)
          .isSentIn(1)
          .invalidatesAHandleOfItsCall();
      assertThat(readdir).repliesByLength(connection);
      assertThat(readdir.call().orElseThrow()).hasReplyChunk().hasNoReadChunks();
    }
  }

  @Test
  void shouldNotTakeAHeaderThatEndsBeforeItsProcedureForOne() throws IOException {
    try (RdmaCapture capture = cut(EARLY_CUT)) {
      RpcExchange readdir = Exchanges.of(capture).matching(READDIR).get(0);
      ConnectionRecord connection = capture.connection(readdir.connection()).orElseThrow();
      RpcMessage reply = readdir.reply().orElseThrow();

      assertThatThrownBy(() -> assertThat(reply).hasProcedure(RdmaProcedure.RDMA_MSG))
          .hasMessageStartingWith(UNKNOWN);
      assertThatThrownBy(() -> assertThat(reply).hasFittingProcedure())
          .hasMessageStartingWith(UNKNOWN);
      assertThatThrownBy(() -> assertThat(reply).hasCredits(0)).hasMessageStartingWith(UNKNOWN);
      assertThatThrownBy(() -> assertThat(readdir).repliesByLength(connection))
          .hasMessageStartingWith(UNKNOWN);
    }
  }

  @Test
  void shouldNotBlameAReplyForAHandleOrAChunkThatItsCutCallMayOffer() throws IOException {
    try (RdmaCapture capture = Captures.open("iwarp/iwarp-nfs41-snap128.pcap")) {
      RpcExchange answered =
          Exchanges.of(capture)
              .matching(
                  each ->
                      each.call().filter(call -> call.header().truncated()).isPresent()
                          && each.reply().filter(it -> it.invalidated().isPresent()).isPresent()
                          && each.call().orElseThrow().replyChunk().isEmpty())
              .get(0);
      ConnectionRecord connection = capture.connection(answered.connection()).orElseThrow();

      assertThatThrownBy(
              () -> assertThat(answered.reply().orElseThrow()).invalidatesAHandleOfItsCall())
          .hasMessageStartingWith(UNKNOWN);
      assertThatThrownBy(() -> assertThat(answered).repliesByLength(connection))
          .hasMessageStartingWith(UNKNOWN);
      assertThatThrownBy(() -> assertThat(answered).hasReplyChunkOfAtMost(1 << 20))
          .hasMessageStartingWith(UNKNOWN);
    }
  }

  @Test
  void shouldNotAssertTheChunksOfAHeaderThatCannotBeRead() throws IOException {
    try (RdmaCapture capture = Captures.open(CAPTURE)) {
      RpcMessage call = Exchanges.of(capture).matching(READDIR).get(0).call().orElseThrow();
      RpcMessage malformed =
          new ChangedMessage(call).header(header(call, 1, /* malformed= */ true)).message();
      RpcMessage other =
          new ChangedMessage(call).header(header(call, 2, /* malformed= */ false)).message();

      assertThatThrownBy(() -> assertThat(malformed).hasNoReadChunks())
          .hasMessageStartingWith(
              "expected a header that can be read but there is one that is malformed at byte ");
      assertThatThrownBy(() -> assertThat(other).hasNoReadChunks())
          .hasMessageStartingWith(
              "expected a header that can be read but there is one of version 2");
    }
  }

  private static RpcRdmaHeader header(RpcMessage of, int version, boolean malformed) {
    RpcRdmaHeader header = of.header();
    return new RpcRdmaHeader(
        header.xid(),
        version,
        header.credits(),
        header.procedureCode(),
        header.error(),
        header.length(),
        header.truncated(),
        malformed);
  }
}
