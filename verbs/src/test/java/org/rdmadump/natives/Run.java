package org.rdmadump.natives;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * What a program did.
 *
 * @param status its exit status
 * @param output what it printed, errors included
 */
public record Run(int status, String output) {
  /** Runs a program to its end. */
  public static Run of(List<String> command, Path folder) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectErrorStream(true).environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), output);
  }
}
