package org.example.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.rdmadump.CaptureCursor;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.testkit.ConformanceTests;
import org.rdmadump.testkit.Exchanges;

/** What a suite of somebody else's does with the library and the test kit. */
class ConsumerTest {
  private static final Path CAPTURES = Path.of(System.getProperty("captures"));
  private static final Path ROCE = CAPTURES.resolve("rocev2/rocev2-nfs41-any-nano.pcap");
  private static final Path IWARP = CAPTURES.resolve("iwarp/iwarp-nfs41-crc.pcap");

  @Test
  void shouldReadACapture() throws IOException {
    assertEquals(7, Operations.of(ROCE).get("READ"));
    assertEquals(7, Operations.of(IWARP).get("READ"));
    assertEquals(Operations.bytes(ROCE, "READ"), Operations.bytes(IWARP, "READ"));
  }

  @Test
  void shouldReadStreamsBesideEachOther() throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(ROCE);
        CaptureCursor cursor = capture.cursor()) {
      RpcExchange read = capture.matchAllExchanges("nfs.op == READ").findFirst().orElseThrow();

      assertEquals("READ", read.operation().orElseThrow());
      assertEquals("NFS4_OK", read.status().orElseThrow());
      assertEquals(7, capture.matchAllExchanges("nfs.op == READ").count());
      assertEquals(1, capture.connections().count());
      assertEquals(0, capture.findings().count());
      assertEquals(read.call().orElseThrow().number(), cursor.match("nfs.op == READ").orElseThrow().number());
    }
  }

  @Test
  void shouldAssert() throws IOException {
    try (RdmaCapture capture = RdmaCapture.builder().file(ROCE).keepBytes(true).open()) {
      RpcExchange read = Exchanges.of(capture).operation("READ").status("NFS4_OK").get(0);
      assertThat(read).movesDataBy(MovedBy.WRITE_CHUNK).echoesChunks().isComplete();
      assertThat(capture).file("basic/big").isWhole().hasSize(100_000);
    }
  }

  @TestFactory
  Stream<DynamicNode> conformance() {
    return ConformanceTests.of(ROCE, IWARP);
  }
}
