package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;

/** What NFS test suites assert, on captures of both transports. */
class AssertionsTest {
  private static final String ROCE = "../testdata/captures/rocev2/rocev2-nfs3-basic.pcap";
  private static final String IWARP = "../testdata/captures/iwarp/iwarp-nfs3-acl.pcap";
  private static final String LOSS = "../testdata/captures/rocev2/rocev2-nfs41-loss.pcap";

  @Test
  void shouldHoldForACleanCapture(@Capture(ROCE) RdmaCapture capture) {
    assertThat(capture)
        .isReadable()
        .hasAllNfsOverRdma()
        .hasNoCallsWithoutReply()
        .hasNoRepliesWithoutCall()
        .isComplete()
        .hasNoFindings(Severity.WARNING);
  }

  @Test
  void shouldHoldForAWriteOverRoce(@Capture(ROCE) RdmaCapture capture) {
    write(capture);
  }

  @Test
  void shouldHoldForAWriteOverIwarp(@Capture(IWARP) RdmaCapture capture) {
    write(capture);
  }

  private static void write(RdmaCapture capture) {
    RpcExchange write =
        Exchanges.of(capture)
            .operation("WRITE")
            .status("NFS3_OK")
            .matching("call.rpcrdma.segments.length > 0")
            .get(0);
    ConnectionRecord connection = capture.connection(write.connection()).orElseThrow();

    assertThat(write)
        .hasCall(
            call ->
                call.hasProcedure(RdmaProcedure.RDMA_MSG)
                    .hasInlineBytes()
                    .hasReadChunks(1)
                    .hasNoWriteChunks()
                    .hasNoReplyChunk()
                    .hasDistinctSegments()
                    .hasValidPositions()
                    .isSentIn(1)
                    .invalidatesNothing()
                    .isComplete())
        .hasReply(reply -> reply.hasSegments(0).hasProcedure(RdmaProcedure.RDMA_MSG))
        .isComplete()
        .movesDataBy(MovedBy.READ_CHUNK)
        .movesEverySegment()
        .hasContiguousOperations()
        .hasWholeOperations(connection)
        .isCompletedByItsLastRead()
        .echoesChunks()
        .hasStatus("NFS3_OK")
        .hasNoFindings(Severity.WARNING);
  }

  @Test
  void shouldHoldForAReadOverRoce(@Capture(ROCE) RdmaCapture capture) {
    read(capture);
  }

  private static void read(RdmaCapture capture) {
    RpcExchange read = Exchanges.of(capture).operation("READ").status("NFS3_OK").get(0);
    ConnectionRecord connection = capture.connection(read.connection()).orElseThrow();

    assertThat(read)
        .hasCall(call -> call.hasWriteChunks(1).hasNoReadChunks())
        .movesDataBy(MovedBy.WRITE_CHUNK)
        .movesEverySegment()
        .hasContiguousOperations()
        .hasWholeOperations(connection)
        .echoesChunks();
  }

  @Test
  void shouldShowTheExchangeThatFails(@Capture(ROCE) RdmaCapture capture) {
    RpcExchange write =
        Exchanges.of(capture).operation("WRITE").matching("call.rpcrdma.segments").get(0);

    assertThatThrownBy(() -> assertThat(write).hasTransfers(RdmaTransfer.Kind.WRITE, 2))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected 2 RDMA writes but there is 0")
        .hasMessageContaining("Read chunk at position");
  }

  @Test
  void shouldFailOnLoss(@Capture(LOSS) RdmaCapture capture) {
    assertThatThrownBy(() -> assertThat(capture).hasNoFindings(Severity.WARNING))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("by rule");
  }
}
