package org.rdmadump.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs tshark with its own defaults, whatever the user's are. */
public final class Tshark {
  private final Path home;

  /** A tshark that finds no settings in {@code home}, an empty folder. */
  public Tshark(Path home) {
    this.home = home;
  }

  /** The lines that it prints for a capture. */
  public List<String> lines(Path capture, String... arguments)
      throws IOException, InterruptedException {
    return lines(start(capture, arguments), arguments);
  }

  /** The lines of one of its glossaries, such as {@code values}. */
  public List<String> glossary(String name) throws IOException, InterruptedException {
    return lines(started("tshark", "-G", name), name);
  }

  private static List<String> lines(Process process, String... arguments)
      throws IOException, InterruptedException {
    List<String> lines;
    try (InputStream out = process.getInputStream()) {
      lines = new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    assertThat(process.waitFor()).as("exit status of tshark %s", List.of(arguments)).isZero();
    return lines;
  }

  /** Starts it on a capture. */
  public Process start(Path capture, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", capture.toString()));
    command.addAll(List.of(arguments));
    return started(command.toArray(String[]::new));
  }

  private Process started(String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HOME", home.toString());
    builder.environment().put("XDG_CONFIG_HOME", home.toString());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    return builder.start();
  }
}
