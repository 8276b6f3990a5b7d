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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every {@code $ ./rdmadump ...} in a {@code console} block of the documents prints what stands
 * below it. A line {@code ...} stands for any number of lines.
 */
class DocumentedCommandsTest {
  private static final List<Path> DOCUMENTS =
      List.of(Path.of("..", "README.md"), Path.of("..", "docs", "cli.md"));

  private static final String PROMPT = "$ ./rdmadump ";
  private static final String ANYTHING = "...";

  /** A command and the lines that stand below it. */
  record Documented(Path document, String arguments, List<String> output) {
    @Override
    public String toString() {
      return document.getFileName() + ": rdmadump " + arguments;
    }
  }

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
  void shouldPrintWhatTheDocumentShows(Documented documented) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] arguments = documented.arguments.replace("testdata/", "../testdata/").split(" ");
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(out, true, StandardCharsets.UTF_8));
    List<String> actual = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(matches(documented.output, actual))
        .as("%s%nprinted:%n%s", documented, String.join("\n", actual))
        .isTrue();
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
