package org.rdmadump.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.analysis.stats.Durations;

/**
 * Runs what users run most and prints nothing, so that a virtual machine which is told to list the
 * classes that it loaded ({@code -XX:DumpLoadedClassList}) has met those of every kind of output.
 * {@link ClassArchive} starts it once per build.
 */
final class Rehearsal {
  private static final List<List<String>> COMMAND_LINES =
      List.of(
          List.of(),
          List.of("-vv", "-x", "-t", "ad", "--digest", "--color", "always"),
          List.of("--json", "--digest"),
          List.of("--json"),
          List.of("-T", "json", "--exchanges"),
          List.of("--exchanges", "-v"),
          List.of("-q"),
          List.of("-Y", "nfs.op == WRITE && rpc.latency_ns > 1ms", "-T", "csv"),
          List.of("--frames", "-v"),
          List.of("summary"),
          List.of("stats"),
          List.of("stats", "--json"),
          List.of("check"),
          List.of("check", "--json"),
          List.of("report", "-o", "-"),
          List.of("conformance"),
          List.of("--connections"),
          List.of("export", "-o", "-"),
          List.of("export", "--upper-pdu", "-o", "-"));

  /** Durations that differ, of which short captures have few: more than are counted one by one. */
  private static final int DURATIONS = 10_000;

  private Rehearsal() {}

  /** Rehearses with each of the captures named, and ends with status 0 whatever they hold. */
  public static void main(String[] captures) throws IOException {
    for (String capture : captures) {
      for (List<String> options : COMMAND_LINES) {
        List<String> arguments = new ArrayList<>(options);
        arguments.add(capture);
        run(arguments);
      }
      byte[] whole = Files.readAllBytes(Path.of(capture));
      // Calls without a reply, and a frame that is cut short.
      run(List.of("-"), Arrays.copyOf(whole, whole.length / 2));
    }
    for (Durations many : List.of(new Durations(), new Durations(/* packed= */ true))) {
      for (int i = 1; i <= DURATIONS; i++) {
        many.add((long) i * i);
      }
      many.p50();
    }
    run(List.of("--help"));
    run(List.of("check", "--help"));
    run(List.of("export", "--help"));
    run(List.of("extract", "--help"));
    run(List.of("--version"));
    run(List.of("--no-such-option"));
    run(List.of("-"));
    // The real entrance comes last, because it ends the process.
    Main.main(new String[] {"--version"});
  }

  private static void run(List<String> arguments) {
    run(arguments, new byte[0]);
  }

  private static void run(List<String> arguments, byte[] input) {
    InputStream in = new ByteArrayInputStream(input);
    OutputStream out = OutputStream.nullOutputStream();
    PrintStream err =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Main.run(arguments.toArray(new String[0]), in, out, err);
  }
}
