package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.testing.Needs;

/**
 * Every {@code $ ./rdmadump ...} in a {@code console} block of the documents prints what stands
 * below it; {@code | tshark ...} behind it is run, too. A line {@code ...} stands for any number of
 * lines.
 */
class DocumentedCommandsTest {
  private static final List<Path> DOCUMENTS =
      List.of(Path.of("..", "README.md"), Path.of("..", "docs", "cli.md"));

  private static final String PROMPT = "$ ./rdmadump ";
  private static final String ANYTHING = "...";
  private static final String TO_TSHARK = " | tshark ";

  /** A command and the lines that stand below it. */
  record Documented(Path document, String arguments, List<String> output) {
    @Override
    public String toString() {
      return document.getFileName() + ": rdmadump " + arguments;
    }
  }

  @TempDir Path folder;

  static List<Documented> commands() throws IOException {
    List<Documented> commands = new ArrayList<>();
    for (Path document : DOCUMENTS) {
      boolean inside = false;
      for (String line : Files.readAllLines(document)) {
        if (line.startsWith("```")) {
          inside = line.equals("```console");
        } else if (inside && line.startsWith(PROMPT)) {
          commands.add(
              new Documented(document, line.substring(PROMPT.length()), new ArrayList<>()));
        } else if (inside && !commands.isEmpty()) {
          commands.get(commands.size() - 1).output.add(line);
        }
      }
    }
    return commands;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldPrintWhatTheDocumentShows(Documented documented) throws Exception {
    String line =
        documented
            .arguments
            .replace("testdata/", "../testdata/")
            .replace("-o files", "-o " + folder.resolve("files"));
    int pipe = line.indexOf(TO_TSHARK);
    if (pipe >= 0) {
      Needs.tshark();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        (pipe < 0 ? line : line.substring(0, pipe)).split(" "),
        InputStream.nullInputStream(),
        out,
        new PrintStream(out, true, StandardCharsets.UTF_8));
    byte[] printed = out.toByteArray();
    if (pipe >= 0) {
      printed = tshark(line.substring(pipe + TO_TSHARK.length()), printed);
    }
    List<String> actual = new String(printed, StandardCharsets.UTF_8).lines().toList();
    assertThat(matches(documented.output, actual))
        .as("%s%nprinted:%n%s", documented, String.join("\n", actual))
        .isTrue();
  }

  private byte[] tshark(String arguments, byte[] input) throws IOException {
    List<String> command = new ArrayList<>(List.of("tshark"));
    command.addAll(List.of(arguments.split(" ")));
    Path in = Files.write(folder.resolve("in"), input);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (InputStream out = process.getInputStream()) {
      return out.readAllBytes();
    }
  }

  @Test
  void shouldFindCommandsInEveryDocument() throws IOException {
    assertThat(commands()).extracting(Documented::document).containsAll(DOCUMENTS);
  }

  private static boolean matches(List<String> expected, List<String> actual) {
    if (expected.isEmpty()) {
      return actual.isEmpty();
    }
    if (expected.get(0).equals(ANYTHING)) {
      List<String> rest = expected.subList(1, expected.size());
      for (int skipped = 0; skipped <= actual.size(); skipped++) {
        if (matches(rest, actual.subList(skipped, actual.size()))) {
          return true;
        }
      }
      return false;
    }
    return !actual.isEmpty()
        && expected.get(0).equals(actual.get(0))
        && matches(expected.subList(1, expected.size()), actual.subList(1, actual.size()));
  }
}
