package org.rdmadump.exercise.selftest;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Programs of the system that know what sysfs does not tell. */
final class Program {
  private static final long PATIENCE_SECONDS = 20;

  private Program() {}

  /** {@return the lines that it prints; empty if it is not installed, fails or takes too long} */
  static Optional<List<String>> lines(String... words) throws InterruptedException {
    Path said = null;
    try {
      said = Files.createTempFile("rdmadump", ".txt");
      // To a file, because a program that hangs would not close a pipe.
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .redirectOutput(said.toFile())
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        Process unused = process.destroyForcibly();
        return Optional.empty();
      }
      String text = new String(Files.readAllBytes(said), StandardCharsets.UTF_8);
      return process.exitValue() == 0 ? Optional.of(text.lines().toList()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } finally {
      delete(said);
    }
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // It is in the folder for temporary files.
    }
  }
}
