package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.report.json.FindingJsonWriter;

/** Programs that embed get the findings that the verb {@code check} prints. */
class CheckOfProgramsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  @TempDir Path folder;

  private static List<String> printed(Path... files) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int unused =
        Main.run(
            Stream.concat(
                    Stream.of("check", "-T", "ndjson"),
                    Stream.of(files).map(each -> each.toString()))
                .toArray(String[]::new),
            InputStream.nullInputStream(),
            out,
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static List<String> found(Path... files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FindingJsonWriter writer =
        new FindingJsonWriter(out, /* array= */ false, /* summaryOnly= */ false);
    writer.begin();
    try (RdmaCapture capture = RdmaCapture.builder().files(List.of(files)).open()) {
      for (CheckFinding each : capture.findings().toList()) {
        writer.finding(each);
      }
      writer.end(new CheckReport(capture.summary(), OptionalLong.empty(), /* whole= */ true));
      return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-nfs41-reorder.pcap",
        "rocev2/rocev2-nfs41-snap128.pcap",
        "rocev2/rocev2-nfs41-loss.pcap",
        "rocev2/rocev2-odd.pcap",
        "iwarp/iwarp-odd.pcap",
        "iwarp/iwarp-nfs41-snap128.pcap"
      })
  void shouldFindWhatCheckPrints(String name) throws IOException {
    Path file = CAPTURES.resolve(name);

    assertThat(found(file)).isEqualTo(printed(file)).isNotEmpty();
  }

  @Test
  void shouldFindDamageInTheSameWords() throws IOException {
    Path clean = CAPTURES.resolve("rocev2/rocev2-nfs41-acl.pcap");
    byte[] whole = Files.readAllBytes(clean);
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 7));
    Path other = CAPTURES.resolve("iwarp/iwarp-nfs3-acl.pcap");

    assertThat(found(cut)).isEqualTo(printed(cut)).hasSize(1);
    assertThat(found(other, cut)).isEqualTo(printed(other, cut)).isNotEmpty();
  }
}
