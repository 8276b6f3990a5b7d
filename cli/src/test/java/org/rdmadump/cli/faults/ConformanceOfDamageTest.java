package org.rdmadump.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.analysis.conformance.CaseOutcome;
import org.rdmadump.analysis.conformance.CaseResult;
import org.rdmadump.analysis.conformance.Conformance;
import org.rdmadump.analysis.conformance.ConformanceReport;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;

/** What a capture lacks is told from what a peer did wrong. */
class ConformanceOfDamageTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String ROCE = "rocev2/rocev2-nfs41-conformance.pcap";
  private static final String IWARP = "iwarp/iwarp-nfs41-conformance.pcap";
  private static final int RETH_ADDRESS = 54;
  private static final int MPA = 66;
  private static final int TAGGED_OFFSET = MPA + 8;
  private static final int SNAP_LENGTH = 100;

  @TempDir Path folder;

  private ConformanceReport report(BrokenCapture capture) throws IOException {
    Path file = folder.resolve("damaged.pcap");
    capture.write(file);
    try (FrameSource source = CaptureFile.open(file)) {
      return Conformance.of(source, CaptureOptions.DEFAULT);
    }
  }

  private static void assertWarnings(ConformanceReport report) {
    assertThat(report.results())
        .extracting(CaseResult::outcome)
        .noneMatch(CaseOutcome.Fail.class::isInstance)
        .anyMatch(CaseOutcome.Warn.class::isInstance);
  }

  /** Requests, Writes, data of Reads, Sends; what shows their absence comes behind them. */
  @ParameterizedTest
  @CsvSource({
    ROCE + ", 14", ROCE + ", 89", ROCE + ", 98", ROCE + ", 104", ROCE + ", 121",
    IWARP + ", 11", IWARP + ", 57", IWARP + ", 109", IWARP + ", 170", IWARP + ", 671"
  })
  void shouldWarnWhereAFrameIsNotInTheCapture(Path file, int frame) throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(file));
    capture.drop(frame);

    assertWarnings(report(capture));
  }

  /** Calls whose chunks are cut off, and requests of Reads. */
  @ParameterizedTest
  @CsvSource({
    ROCE + ", 12", ROCE + ", 373", ROCE + ", 488", ROCE + ", 520",
    IWARP + ", 57", IWARP + ", 170", IWARP + ", 508", IWARP + ", 641"
  })
  void shouldWarnWhereAFrameIsCut(Path file, int frame) throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(file));
    capture.cut(frame, SNAP_LENGTH);

    assertWarnings(report(capture));
  }

  /** A Write of which nothing is missing, 8 bytes behind where it belongs. */
  @ParameterizedTest
  @CsvSource({ROCE + ", 98", ROCE + ", 312", ROCE + ", 375", IWARP + ", 505"})
  void shouldFailAWriteAtAnotherAddressOfItsSegment(Path file, int frame) throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve(file));
    ByteBuffer bytes = capture.frame(frame);
    if (file.startsWith("rocev2")) {
      bytes.putLong(RETH_ADDRESS, bytes.getLong(RETH_ADDRESS) + Long.BYTES);
      capture.repair(frame);
    } else {
      bytes.putLong(TAGGED_OFFSET, bytes.getLong(TAGGED_OFFSET) + Long.BYTES);
      capture.repairMpa(frame, MPA);
    }

    assertThat(report(capture).results().get(0).outcome())
        .isInstanceOfSatisfying(
            CaseOutcome.Fail.class,
            fail ->
                assertThat(fail.notes().get(0).message()).startsWith("expected RDMA writes of"));
  }
}
