package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a word means where a file of that name is: a run of its own, because it has a folder. */
class VerbsAndFilesTest {
  @TempDir Path folder;

  @BeforeEach
  void makeFilesThatAreCalledLikeVerbs() throws IOException {
    for (String name : List.of("stat", "stats", "check")) {
      Files.write(folder.resolve(name), Captures.at(1, 2));
    }
  }

  @Test
  void shouldReadAFileWhoseNameIsNearlyAVerb() throws Exception {
    assertThat(run("-q", "stat")).startsWith("0: ").contains("2 frames");
    assertThat(run("stat", "-q")).startsWith("0: ").contains("2 frames");
  }

  @Test
  void shouldTakeTheFirstWordForTheVerb() throws Exception {
    assertThat(run("stats", "stats")).startsWith("0: ").contains("no RPC-over-RDMA message");
    assertThat(run("stats"))
        .isEqualTo(
            "2: rdmadump: no capture file; the one named stats is ./stats, try stats --help\n");
  }

  @Test
  void shouldReadAFileOfAVerbsNameBehindOptionsOrInItsFolder() throws Exception {
    assertThat(run("-q", "check")).startsWith("0: ").contains("2 frames");
    assertThat(run("./check", "-q")).startsWith("0: ").contains("2 frames");
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath(), Main.class.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + ": " + text;
  }

  /** That of the tests, in which names may be relative to their folder. */
  private static String classPath() {
    List<String> parts = new ArrayList<>();
    for (String part : System.getProperty("java.class.path").split(":", -1)) {
      parts.add(Path.of(part).toAbsolutePath().toString());
    }
    return String.join(":", parts);
  }
}
