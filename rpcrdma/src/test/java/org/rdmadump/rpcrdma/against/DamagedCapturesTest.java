package org.rdmadump.rpcrdma.against;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.NotACaptureException;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.build.Decoded;

/**
 * Captures that are cut: every frame accounted for, and what is missing is told from what is wrong.
 */
class DamagedCapturesTest {
  private static final CaptureOptions LITTLE = new CaptureOptions(false, true, 2L << 20);
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final int FILE_HEADER = 24;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs3-acl.pcap", "iwarp/iwarp-nfs3-acl.pcap"})
  void shouldSurviveAFileCutAtEveryByte(String name) throws IOException {
    byte[] whole = Files.readAllBytes(CAPTURES.resolve(name));
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          long frames = 0;
          for (int length = 0; length <= whole.length; length++) {
            InputStream cut = new ByteArrayInputStream(whole, 0, length);
            try (FrameSource source = CaptureFile.open(cut, "cut")) {
              CaptureSummary summary = Decoded.of(source, LITTLE).summary();
              assertThat(summary.frames()).as("cut at %d", length).isBetween(frames, frames + 1);
              frames = summary.frames();
            } catch (NotACaptureException e) {
              assertThat(length).isLessThan(FILE_HEADER);
            }
          }
        });
  }

  static List<Path> captures() {
    return Filtered.all();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldSayOfCutCapturesThatTheyAreCut(Path file) {
    CaptureSummary whole = Decoded.of(Filtered.of(file), CaptureOptions.DEFAULT).summary();
    for (int step = 0; step < 20; step++) {
      int length = step < 10 ? 42 + 8 * step : 60 + 64 * (step - 9);
      Decoded cut = Decoded.of(Filtered.of(file).cut(length), CaptureOptions.DEFAULT);

      assertThat(cut.summary().frames()).isEqualTo(whole.frames());
      assertThat(cut.summary().notDecoded().getOrDefault("rdma_malformed", 0L))
          .as("cut at %d", length)
          .isEqualTo(whole.notDecoded().getOrDefault("rdma_malformed", 0L));
      assertThat(cut.summary().findings().getOrDefault(Severity.ERROR, 0L))
          .as("cut at %d", length)
          .isLessThanOrEqualTo(whole.findings().getOrDefault(Severity.ERROR, 0L));
      assertThat(cut.summary().connections()).isLessThanOrEqualTo(whole.connections() + 2);
      cut.messages().stream()
          .flatMap(each -> each.rpc().stream())
          .flatMap(each -> each.missing().stream())
          .forEach(range -> assertThat(range.reason()).isNotEqualTo(Absence.EVICTED));
    }
  }
}
