package org.rdmadump.exercise.selftest;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Programs of the system that know what sysfs does not tell. */
final class Program {
  private static final long PATIENCE_SECONDS = 20;

  private Program() {}

  /** {@return the lines that it prints; empty if it is not installed, fails or takes too long} */
  static Optional<List<String>> lines(String... words) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        Process unused = process.destroyForcibly();
        return Optional.empty();
      }
      return process.exitValue() == 0 ? Optional.of(text.lines().toList()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
