package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.testing.Needs;

/** A run of the launcher that follows a capture ends with a signal, as one at a terminal does. */
@Timeout(180)
class FollowSignalTest {
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void shouldPrintWhatWasFoundAndTheCounts(String signal, int status) throws Exception {
    // given a capture whose last record is not whole yet
    Needs.command("bash", "bash");
    Needs.command("env", "coreutils");
    byte[] bytes = Files.readAllBytes(LauncherTree.capture());
    Path file = Files.write(folder.resolve("cap"), Arrays.copyOf(bytes, bytes.length - 1));
    LauncherTree tree = LauncherTree.real(folder);
    // Who starts the tests may have let them ignore SIGINT.
    LauncherTree.Started run =
        tree.start(
            List.of("env", "--default-signal=" + signal),
            Map.of(),
            "--follow",
            "--color",
            "never",
            file.toString());

    // when the first line is there, and it waits for more
    Process process = run.process();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      assertThat(out.readLine()).contains("NFS v3 NULL");
      signal(signal, process.pid());

      // then
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(status);
      assertThat(out.lines()).isNotEmpty().allMatch(line -> line.contains("192.168.77."));
      assertThat(Files.readString(run.err())).contains(" RDMA packets").doesNotContain("cut short");
    } finally {
      process.destroyForcibly();
    }
  }

  private static void signal(String signal, long pid) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("bash", "-c", "kill -" + signal + " " + pid).start();
    assertThat(kill.waitFor()).isZero();
  }
}
