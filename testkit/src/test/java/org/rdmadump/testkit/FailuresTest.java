package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Ways in which assertions fail beyond those that the tables of each class have, such as {@link
 * ExchangeFailuresTest}.
 */
class FailuresTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  @TempDir Path folder;

  private static RpcExchange write;
  private static RpcExchange read;
  private static ConnectionRecord connection;

  @BeforeAll
  static void decode() throws IOException {
    try (RdmaCapture capture =
        RdmaCapture.builder()
            .file(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"))
            .keepBytes(true)
            .keepFragments(true)
            .open()) {
      write = Exchanges.of(capture).operation("WRITE").matching("call.rpcrdma.segments").get(0);
      read = Exchanges.of(capture).operation("READ").get(0);
      connection = capture.connection(read.connection()).orElseThrow();
    }
  }

  private static RpcExchange changed(RpcExchange from, List<RdmaTransfer> transfers) {
    return new ChangedExchange(from).transfers(transfers.toArray(new RdmaTransfer[0])).exchange();
  }

  private static RdmaTransfer moved(RdmaTransfer from, long address, long length, int packets) {
    return ChangedExchange.moved(from, address, length, packets);
  }

  @Test
  void shouldFailOnWhatAnOperationDidNotMove() {
    RdmaTransfer first = read.transfers().get(0);
    RdmaTransfer shorter = moved(first, first.address(), first.length() - 1, first.packets());

    assertThat(changed(read, List.of(first))).movesEverySegment();
    assertThatThrownBy(() -> assertThat(changed(read, List.of(shorter))).movesEverySegment())
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat(changed(read, List.of())).movesEverySegment())
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void shouldFailOnOperationsThatDoNotFollowEachOther() {
    RdmaTransfer first = read.transfers().get(0);
    RdmaTransfer behind =
        moved(first, first.address() + first.length() + 1, first.length(), first.packets());

    assertThatThrownBy(
            () -> assertThat(changed(read, List.of(first, behind))).hasContiguousOperations())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected an RDMA write at 0x");
  }

  @Test
  void shouldFailOnPacketsThatDoNotFit() {
    RdmaTransfer first = read.transfers().get(0);
    RdmaTransfer more = moved(first, first.address(), first.length(), first.packets() + 1);
    RdmaTransfer longer = moved(first, first.address(), first.length() + 1, first.packets());

    assertTrue(first.firstPsn() >= 0);
    for (RdmaTransfer each : List.of(more, longer)) {
      assertThatThrownBy(
              () -> assertThat(changed(read, List.of(each))).hasWholeOperations(connection))
          .isInstanceOf(AssertionError.class);
    }
  }

  @Test
  void shouldFailOnChunksThatAreNotReturned() {
    RpcExchange exchanged =
        new RpcExchange(
            read.xid(),
            read.connection(),
            read.call(),
            write.reply(),
            read.timing(),
            read.transfers(),
            read.findings());

    assertThatThrownBy(() -> assertThat(exchanged).echoesChunks())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected 1 Write chunk in the reply but there is 0");
  }

  @Test
  void shouldFailOnWhatIsMissingAndShowIt() throws IOException {
    try (RdmaCapture capture =
        RdmaCapture.open(CAPTURES.resolve("rocev2/rocev2-nfs41-snap128.pcap"))) {
      assertThatThrownBy(() -> assertThat(capture).isComplete())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("missing")
          .hasMessageContaining("truncated");
      assertThatThrownBy(() -> assertThat(capture).hasConnections(9))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected 9 connections");
    }
  }

  @Test
  void shouldFailOnCallsWithoutReply() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(CAPTURES.resolve("rocev2/rocev2-odd.pcap"))) {
      assertThatThrownBy(() -> assertThat(capture).hasNoCallsWithoutReply())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("call #");
      assertThatThrownBy(() -> assertThat(capture).hasNoFindings(Severity.ERROR))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("of severity ERROR], by rule {");
    }
  }

  @Test
  void shouldFailOnNfsWithoutRdma() throws IOException {
    // What goes over TCP to find the mount, said to be of the port of NFS.
    Path file = folder.resolve("plain.pcap");
    byte[] bytes = Files.readAllBytes(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"));
    Files.write(file, withPort(bytes));
    try (RdmaCapture capture = RdmaCapture.open(file)) {
      assertThatThrownBy(() -> assertThat(capture).hasAllNfsOverRdma())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected no NFS without RDMA but there is ");
    }
  }

  /** The capture with NFS's port in place of that of mountd. */
  private static byte[] withPort(byte[] pcap) {
    ByteBuffer bytes = ByteBuffer.wrap(pcap);
    int length;
    for (int at = 24; at < pcap.length; at += 16 + length) {
      length = bytes.order(ByteOrder.LITTLE_ENDIAN).getInt(at + 8);
      bytes.order(ByteOrder.BIG_ENDIAN);
      int ports = at + 16 + 14 + 20;
      if (bytes.getShort(at + 16 + 12) == 0x0800 && pcap[ports - 11] == 6) {
        for (int port : new int[] {ports, ports + 2}) {
          if (bytes.getShort(port) == 20048) {
            bytes.putShort(port, (short) 2049);
          }
        }
      }
    }
    return pcap;
  }

  @Test
  void shouldSayHowManyExchangesThereAre() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(CAPTURES.resolve("iwarp/iwarp-nfs3-acl.pcap"))) {
      assertThatThrownBy(() -> Exchanges.of(capture).operation("SYMLINK").get(0))
          .isInstanceOf(AssertionError.class)
          .hasMessage("no exchange 0 of operation SYMLINK: there are 0");
    }
  }

  @Test
  void shouldFailOnAnOperationThatEndsBehindItsSegment() {
    RdmaTransfer first = read.transfers().get(0);
    RdmaTransfer later = moved(first, first.address() + 4, first.length(), first.packets());

    assertThatThrownBy(() -> assertThat(changed(read, List.of(later))).movesEverySegment())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected RDMA writes of ");
  }

  @Test
  void shouldFailOnAllOfNone() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(CAPTURES.resolve("verbs/siw-rping.pcap"))) {
      Exchanges none = Exchanges.of(capture).operation("WRITE");

      assertThatThrownBy(() -> assertThat(none).allMatch("nfs.op == WRITE"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected an exchange of ");
      assertThatThrownBy(() -> assertThat(none).allSatisfy(ExchangeAssert::isComplete))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected an exchange of ");
    }
  }

  @Test
  void shouldFailOnAllOfACaptureWithoutRpc() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(CAPTURES.resolve("verbs/siw-rping.pcap"))) {
      Stream<Consumer<CaptureAssert>> assertions =
          Stream.of(
              CaptureAssert::isComplete,
              CaptureAssert::hasNoCallsWithoutReply,
              CaptureAssert::hasNoRepliesWithoutCall,
              it -> it.hasNoFindings(Severity.WARNING));
      assertions.forEach(
          each ->
              assertThatThrownBy(() -> each.accept(assertThat(capture)))
                  .isInstanceOf(AssertionError.class)
                  .hasMessageContaining("expected RPC over RDMA but there is none"));
      assertThatThrownBy(() -> assertThat(capture).hasCommittedAllWrites())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected files that were written but there is none");
    }
  }

  @Test
  void shouldFailOnANameOfSeveralFilesAndSayWhich() throws IOException {
    try (RdmaCapture capture =
        RdmaCapture.builder()
            .file(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"))
            .file(CAPTURES.resolve("iwarp/iwarp-nfs41-crc.pcap"))
            .keepBytes(true)
            .open()) {
      assertThatThrownBy(() -> assertThat(capture).file("big"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected one file big but there is 2 files [")
          .hasMessageContaining("basic/big");
    }
  }

  @Test
  void shouldFailOnOperationsThatDoNotBeginWithTheirSegment() {
    RdmaTransfer first = read.transfers().get(0);
    RdmaTransfer later = moved(first, first.address() + 4, first.length() - 4, first.packets());

    assertThatThrownBy(() -> assertThat(changed(read, List.of(later))).hasContiguousOperations())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected an RDMA write at 0x" + Long.toHexString(first.address()));
  }

  @Test
  void shouldCountBytesThatWereMovedTwiceOnce() {
    RdmaTransfer first = read.transfers().get(0);
    long half = first.length() / 2;
    RdmaTransfer begin = moved(first, first.address(), half, first.packets());
    RdmaTransfer retry = moved(first, first.address() + half, first.length() - half, 1);

    assertThat(changed(read, List.of(first, retry))).movesEverySegment();
    assertThatThrownBy(() -> assertThat(changed(read, List.of(begin, begin))).movesEverySegment())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("but there is " + half);
  }

  @Test
  void shouldFailOnContentThatWasNotKept() throws IOException {
    try (RdmaCapture capture =
        RdmaCapture.open(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"))) {
      assertThatThrownBy(() -> assertThat(capture).file("big").hasContent(offset -> (byte) 0))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("expected a file without gaps");
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what a test hands in by mistake
  void shouldFailOnNull() {
    assertThatThrownBy(() -> assertThat((RpcExchange) null).echoesChunks())
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat((RpcExchange) null).isComplete())
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat((Exchanges) null).hasSize(1))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat((RpcMessage) null).hasReplyChunk())
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat((RdmaCapture) null).isComplete())
        .isInstanceOf(AssertionError.class);
  }
}
