package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

// Patterns from outside are what `matches` is for. Read by .ci/long:
// jazzer: --disabled_hooks=com.code_intelligence.jazzer.sanitizers.RegexInjection
class MainFuzzTest {
  /** Arguments with a zero byte between them, as in /proc/PID/cmdline. */
  @FuzzTest
  void shouldUnderstandOrRefuseAnyCommandLine(byte[] input) {
    String[] arguments = new String(input, StandardCharsets.UTF_8).split("\0", -1);
    if (readsFiles(arguments)) {
      return;
    }
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream messages = new PrintStream(err, false, StandardCharsets.UTF_8);

    int status =
        Main.run(
            arguments, InputStream.nullInputStream(), OutputStream.nullOutputStream(), messages);

    assertThat(status).isIn(ExitStatus.DONE, ExitStatus.USAGE, ExitStatus.UNREADABLE);
    messages.flush();
    assertThat(err.size() == 0).isEqualTo(status == ExitStatus.DONE);
  }

  /** Whatever files the fuzzer would name, they are better left alone. */
  private static boolean readsFiles(String[] arguments) {
    try {
      Command command = Request.of(arguments);
      return (command instanceof Hinted hinted ? hinted.command() : command) instanceof Dump dump
          && dump.settings().reading().files().stream().anyMatch(file -> !file.equals("-"));
    } catch (CommandFailure e) {
      return false;
    }
  }
}
