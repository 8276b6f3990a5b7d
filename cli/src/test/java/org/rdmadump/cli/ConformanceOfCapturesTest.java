package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code conformance} makes of each capture that is shipped, beside what is true of it. */
class ConformanceOfCapturesTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final int CASES = 13;

  /**
   * A line of the list.
   *
   * @param outcomes a letter for each case
   * @param note what one of the notes says; empty if there are none
   */
  record Expected(String capture, String outcomes, int status, String note) {
    static Expected of(String line) {
      String[] words = line.split(" +", 7);
      return new Expected(
          words[0],
          words[1] + words[2] + words[3],
          Integer.parseInt(words[4]),
          words[5].equals("-") ? "" : words[5].replace('+', ' '));
    }

    @Override
    public String toString() {
      return capture;
    }
  }

  static List<Expected> expected() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    ConformanceOfCapturesTest.class.getResourceAsStream("conformance.txt")),
                StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).map(Expected::of).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("expected")
  void shouldGiveEachCaseTheOutcomeThatIsTrue(Expected expected) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        Main.run(
            new String[] {"conformance", "--json", CAPTURES.resolve(expected.capture()).toString()},
            InputStream.nullInputStream(),
            out,
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    StringBuilder outcomes = new StringBuilder();
    List<String> notes = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().limit(CASES).toList()) {
      JsonNode record = new ObjectMapper().readTree(line);
      outcomes.append(letter(record.get("outcome").asText()));
      record.path("notes").forEach(note -> notes.add(note.get("message").asText()));
    }

    assertThat(outcomes).hasToString(expected.outcomes());
    assertThat(status).isEqualTo(expected.status());
    if (expected.note().isEmpty()) {
      assertThat(notes).isEmpty();
    } else {
      assertThat(notes).anySatisfy(note -> assertThat(note).contains(expected.note()));
    }
  }

  private static char letter(String outcome) {
    return switch (outcome) {
      case "pass" -> 'P';
      case "fail" -> 'F';
      case "warn" -> 'W';
      default -> '-';
    };
  }

  @Test
  void shouldListEveryCaptureThatIsShipped() throws IOException {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      assertThat(expected().stream().map(Expected::capture))
          .containsExactlyInAnyOrderElementsOf(
              files
                  .filter(each -> each.toString().matches(".*\\.pcap(ng)?"))
                  .map(each -> CAPTURES.relativize(each).toString())
                  .toList());
    }
  }
}
