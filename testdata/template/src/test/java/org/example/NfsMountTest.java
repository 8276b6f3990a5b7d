package org.example;

import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.testkit.Capture;
import org.rdmadump.testkit.Exchanges;
import org.rdmadump.testkit.LiveCapture;
import org.rdmadump.testkit.LiveRecording;

/** What crosses the wire when a file of an NFS mount over RDMA is written. */
class NfsMountTest {
  private static final int LENGTH = 1 << 20;

  @Test
  @EnabledIfSystemProperty(
      named = "nfs.mount",
      matches = ".+",
      disabledReason = "no mount; -Dnfs.mount=FOLDER -Dnfs.device=DEV names one")
  void shouldWriteAFileByRdma(@LiveCapture("${nfs.device}") LiveRecording recording)
      throws IOException {
    byte[] content = new byte[LENGTH];
    new Random(1).nextBytes(content);
    Path file = Files.createTempFile(Path.of(System.getProperty("nfs.mount")), "rdmadump-", ".data");
    try {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        // Everything is on the server when this returns.
        channel.force(true);
      }
      RdmaCapture capture = recording.stop();

      assertThat(capture).hasAllNfsOverRdma().hasNoCallsWithoutReply().hasNoFindings(Severity.ERROR);
      assertThat(Exchanges.of(capture).operation("WRITE"))
          .isNotEmpty()
          .allSatisfy(write -> write.movesDataBy(MovedBy.READ_CHUNK).isComplete());
      assertThat(capture)
          .file(file.getFileName().toString())
          .isWhole()
          .hasSize(LENGTH)
          .hasContent(content);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void shouldHaveWrittenAFileByRdma(@Capture("nfs41-acl.pcap") RdmaCapture capture)
      throws IOException {
    assertThat(capture).hasAllNfsOverRdma().hasNoCallsWithoutReply().hasNoFindings(Severity.WARNING);
    assertThat(Exchanges.of(capture).operation("WRITE"))
        .isNotEmpty()
        .allSatisfy(write -> write.movesDataBy(MovedBy.READ_CHUNK).isComplete());
    assertThat(capture).file("acl").isWhole().hasSize(5000);
  }
}
