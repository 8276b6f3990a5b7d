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
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.testing.Needs;

/**
 * Every command in a {@code console} block of the documents prints what stands below it. A line
 * {@code ...} stands for any number of lines; what stands behind a {@code |} is run by bash.
 */
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");
  private static final String BLOCK = "```console";
  private static final String PROMPT = "$ ";
  private static final String COMMAND = "$ ./rdmadump ";
  private static final String ANYTHING = "...";
  private static final String PIPE = " | ";

  /** A word of a command line; one kind of quotation marks may keep spaces, or the other kind. */
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^ '\"])+");

  /** Programs behind a pipe, and their Debian packages. */
  private static final Map<String, String> PROGRAMS =
      Map.of("tshark", "tshark", "jq", "jq", "head", "coreutils", "sort", "coreutils");

  /** A command and the lines that stand below it. */
  record Documented(Path document, String line, List<String> output) {
    @Override
    public String toString() {
      return document.getFileName() + ": " + line;
    }
  }

  @TempDir Path folder;

  /** The documents that show commands. */
  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String place : List.of(".", "docs", "testdata")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(place))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
          if (Files.readAllLines(file).contains(BLOCK)) {
            documents.add(file);
          }
        }
      }
    }
    return documents;
  }

  /** Every line of a block that is a command, or that has none before it. */
  static List<Documented> commands() throws IOException {
    List<Documented> commands = new ArrayList<>();
    for (Path document : documents()) {
      boolean inside = false;
      boolean begun = false;
      for (String line : Files.readAllLines(document)) {
        if (line.startsWith("```")) {
          inside = line.equals(BLOCK);
          begun = false;
        } else if (inside && (!begun || line.startsWith(PROMPT))) {
          commands.add(new Documented(document, line, new ArrayList<>()));
          begun = true;
        } else if (inside) {
          commands.get(commands.size() - 1).output.add(line);
        }
      }
    }
    return commands;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldPrintWhatTheDocumentShows(Documented documented) throws Exception {
    assertThat(documented.line).as("a command that this test can run").startsWith(COMMAND);
    assertThat(documented.output).as("something to compare").isNotEqualTo(List.of(ANYTHING));
    String line = documented.line.substring(COMMAND.length());
    int pipe = line.indexOf(PIPE);
    if (pipe >= 0) {
      needPrograms(line.substring(pipe));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        arguments(pipe < 0 ? line : line.substring(0, pipe)),
        InputStream.nullInputStream(),
        out,
        new PrintStream(out, true, StandardCharsets.UTF_8));
    byte[] printed = out.toByteArray();
    if (pipe >= 0) {
      printed = piped(line.substring(pipe + PIPE.length()), printed);
    }
    List<String> actual = new String(printed, StandardCharsets.UTF_8).lines().toList();
    assertThat(matches(documented.output, actual))
        .as("%s%nprinted:%n%s", documented, String.join("\n", actual))
        .isTrue();
  }

  private static void needPrograms(String pipeline) {
    Needs.command("bash", "bash");
    for (String stage : pipeline.substring(PIPE.length()).split(" \\| ", -1)) {
      String program = stage.split(" ", -1)[0];
      assertThat(PROGRAMS).as("a program that this test can run").containsKey(program);
      Needs.command(program, PROGRAMS.getOrDefault(program, program));
    }
  }

  /** Takes a line apart at its spaces, those between quotation marks aside, as a shell does. */
  private String[] arguments(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line);
    while (matcher.find()) {
      String quote = matcher.group().contains("'") ? "'" : "\"";
      String word = matcher.group().replace(quote, "");
      boolean input = word.startsWith("testdata/");
      boolean output = word.equals("files") || word.equals("cut.pcapng");
      words.add(input ? ROOT.resolve(word).toString() : output ? inFolder(word) : word);
    }
    return words.toArray(new String[0]);
  }

  private String inFolder(String name) {
    return folder.resolve(name).toString();
  }

  private byte[] piped(String pipeline, byte[] input) throws IOException {
    Path in = Files.write(folder.resolve("in"), input);
    Process process =
        new ProcessBuilder("bash", "-c", pipeline)
            .redirectInput(in.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (InputStream out = process.getInputStream()) {
      return out.readAllBytes();
    }
  }

  @Test
  void shouldFindTheDocumentsThatShowCommands() throws IOException {
    assertThat(documents())
        .contains(ROOT.resolve("./README.md"), ROOT.resolve("docs").resolve("cli.md"));
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowEveryVerbWithRealOutput(Verb verb) throws IOException {
    String start = verb == Verb.DUMP ? COMMAND : COMMAND + verb.word();
    assertThat(commands())
        .as("in docs/cli.md")
        .anySatisfy(
            command -> {
              assertThat(command.document.getFileName()).hasToString("cli.md");
              assertThat(command.line).startsWith(start);
              assertThat(command.output).isNotEmpty();
            });
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
