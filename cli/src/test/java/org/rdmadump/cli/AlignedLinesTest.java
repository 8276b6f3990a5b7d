package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines stand below each other from the first one on, whatever comes later. */
class AlignedLinesTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  private static final String SIZE = "(?:[0-9.]+ (?:B|[KM]iB)|  -(?=  |$))";

  /** Up to the end of a message's size. */
  private static final Pattern MESSAGE =
      Pattern.compile(".*?  0x[0-9a-f]{8}  (?:call|reply) .*?" + SIZE);

  /** Up to the end of the reply's size. */
  private static final Pattern EXCHANGE = Pattern.compile(".*? / .*?" + SIZE);

  /** Up to what a frame is. */
  private static final Pattern FRAME = Pattern.compile(" *\\d+ +[0-9.]+  \\S+ +-> \\S+ +");

  /** All of one version of NFS. */
  static List<Path> captures() throws IOException {
    List<Path> captures = new ArrayList<>();
    for (String transport : List.of("rocev2", "iwarp")) {
      try (Stream<Path> files = Files.list(CAPTURES.resolve(transport))) {
        files.filter(file -> file.toString().matches(".*nfs.*\\.pcap")).forEach(captures::add);
      }
    }
    return captures;
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldStandBelowEachOther(Path capture) {
    assertThat(ends(run(capture.toString()), MESSAGE)).hasSize(1);
    assertThat(ends(run("--exchanges", capture.toString()), EXCHANGE)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"rocev2/rocev2-nfs3-acl, RC ", "iwarp/iwarp-nfs3-acl, Send "})
  void shouldNotLetOtherTrafficMoveTheColumnsOfRdma(String name, String rdma) {
    List<String> lines = run("--frames", CAPTURES.resolve(name + ".pcap").toString());

    assertThat(lines).anyMatch(line -> line.matches(".* ff02::2 +ICMPv6 .*"));
    assertThat(ends(lines.stream().filter(line -> line.contains("  " + rdma)).toList(), FRAME))
        .hasSize(1);
  }

  @Test
  void shouldGrowOnceWhereAnotherVersionOfNfsIsMet() {
    String mixed = CAPTURES.resolve("rocev2/rocev2-mixed-versions.pcap").toString();

    assertThat(ends(run(mixed), MESSAGE)).hasSizeLessThanOrEqualTo(2);
  }

  /** Where what a pattern finds in the lines that have it ends. */
  private static Set<Integer> ends(List<String> lines, Pattern pattern) {
    Set<Integer> ends = new TreeSet<>();
    for (String line : lines) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.lookingAt()) {
        ends.add(matcher.end());
      }
    }
    return ends;
  }

  private static List<String> run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
