package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every shipped capture gives the NDJSON that was reviewed and committed for it.
 *
 * <p>{@code testdata/golden/update} rewrites the expected files, with a diff for the review.
 */
class GoldenTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path GOLDEN = Path.of("..", "testdata", "golden");
  private static final boolean UPDATE = Boolean.getBoolean("rdmadump.golden.update");
  private static final int CONTEXT = 160;

  static List<Path> captures() throws IOException {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      return files.filter(GoldenTest::isCapture).sorted().toList();
    }
  }

  private static boolean isCapture(Path file) {
    String name = file.toString();
    return name.endsWith(".pcap") || name.endsWith(".pcapng");
  }

  private static Path goldenOf(Path capture) {
    return GOLDEN.resolve(capture.getFileName() + ".ndjson.gz");
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldGiveTheReviewedMessages(Path capture) throws IOException {
    String actual = messages(capture);
    Path golden = goldenOf(capture);
    if (UPDATE) {
      write(golden, actual);
    }
    assertThat(golden).as("expected output; testdata/golden/update makes it").exists();
    compare(capture, read(golden), actual);
  }

  @Test
  void shouldHaveACaptureForEveryReviewedOutput() throws IOException {
    List<String> expected =
        captures().stream().map(capture -> goldenOf(capture).getFileName().toString()).toList();
    try (Stream<Path> files = Files.list(GOLDEN)) {
      assertThat(
              files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".gz")))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private static String messages(Path capture) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            new String[] {"--json", "--digest", capture.toString()},
            InputStream.nullInputStream(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    String said = err.toString(StandardCharsets.UTF_8);
    if (out.size() > 0) {
      assertThat(said).isEmpty();
    } else {
      assertThat(said).matches("rdmadump: no RPC-over-RDMA message in .*\\R");
    }
    assertThat(status).isEqualTo(ExitStatus.DONE);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void compare(Path capture, String expected, String actual) {
    if (expected.equals(actual)) {
      return;
    }
    List<String> expectedLines = expected.lines().toList();
    List<String> actualLines = actual.lines().toList();
    int line = 0;
    while (line < expectedLines.size()
        && line < actualLines.size()
        && expectedLines.get(line).equals(actualLines.get(line))) {
      line++;
    }
    fail(
        "%s, line %d of %d (expected %d):%n expected ...%s%n actual   ...%s",
        capture.getFileName(),
        line + 1,
        actualLines.size(),
        expectedLines.size(),
        atDifference(expectedLines, actualLines, line),
        atDifference(actualLines, expectedLines, line));
  }

  private static String atDifference(List<String> lines, List<String> others, int line) {
    if (line >= lines.size()) {
      return "(end)";
    }
    String text = lines.get(line);
    String other = line < others.size() ? others.get(line) : "";
    int at = 0;
    while (at < text.length() && at < other.length() && text.charAt(at) == other.charAt(at)) {
      at++;
    }
    return text.substring(Math.max(0, at - CONTEXT / 2), Math.min(text.length(), at + CONTEXT / 2));
  }

  private static String read(Path golden) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(golden))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void write(Path golden, String text) throws IOException {
    Files.createDirectories(GOLDEN);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(golden))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
