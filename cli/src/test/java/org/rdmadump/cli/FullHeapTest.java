package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A signal to a run that has no memory left. */
@Timeout(value = 60, unit = SECONDS)
class FullHeapTest {
  @TempDir Path folder;

  @Test
  void shouldWaitForTheEndOfTheRun() throws Exception {
    assertThat(run()).isEqualTo("waited\n");
  }

  @Test
  void shouldSayInALineWhatEndedAThread() throws Exception {
    assertThat(run("fail"))
        .matches(
            "rdmadump: out of memory(; the output may be incomplete; please report it"
                + "| in thread shutdown: [^\n]+)\nnot waited\n");
  }

  private String run(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(FullHeap.class.getName());
    command.addAll(List.of(words));
    Path said = folder.resolve("said");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.redirectOutput(said.toFile()).start();
    assertThat(process.waitFor()).as(Files.readString(said)).isZero();
    return Files.readString(said, UTF_8);
  }
}
