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
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code check} has nothing above a note to say of captures in which nothing went wrong, nor of
 * those that are only cut or begun late. With {@code -Drdmadump.captures} it looks at those of
 * another folder.
 */
class CleanCapturesTest {
  private static final Path CAPTURES =
      Path.of(
          System.getProperty(
              "rdmadump.captures", Path.of("..", "testdata", "captures").toString()));

  /** In these something went wrong, which their workload files tell of. */
  private static final List<String> NOT_CLEAN =
      List.of(
          "-loss.", "gso-loss", "dropped-late", "reorder", "odd", "refused-acl", "xattr", "mixed");

  private static final List<String> CUT_OR_LATE = List.of("snap128", "midstream");

  /**
   * The server's answer to a GETACL with 334 entries has other bytes where the entries should be;
   * its client said "Invalid argument" too, as the workload file beside the capture shows.
   */
  private static final Set<String> MALFORMED_ACL =
      Set.of("rocev2-nfs3-acl.pcap", "iwarp-nfs3-acl.pcap");

  static List<Path> clean() throws IOException {
    return captures().filter(each -> !isOneOf(each, CUT_OR_LATE)).toList();
  }

  static List<Path> cutOrLate() throws IOException {
    return captures().filter(each -> isOneOf(each, CUT_OR_LATE)).toList();
  }

  private static Stream<Path> captures() throws IOException {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      return files
          .filter(each -> each.toString().matches(".*\\.pcap(ng)?"))
          .filter(each -> !each.toString().contains("/verbs/"))
          .filter(each -> !isOneOf(each, NOT_CLEAN) || each.endsWith("rocev2-mixed-versions.pcap"))
          .toList()
          .stream();
    }
  }

  private static boolean isOneOf(Path capture, List<String> parts) {
    return parts.stream().anyMatch(capture.getFileName().toString()::contains);
  }

  @ParameterizedTest
  @MethodSource("clean")
  void shouldBeSilentAtWarningAndAbove(Path capture) {
    boolean malformed = MALFORMED_ACL.contains(capture.getFileName().toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status = check(out, "--json", capture.toString());
    List<String> loud =
        out.toString(StandardCharsets.UTF_8)
            .lines()
            .filter(each -> !each.contains("\"severity\":\"note\""))
            .toList();
    if (malformed) {
      assertThat(loud).singleElement().asString().contains("\"rule\":\"xdr.bad-count\"");
    } else {
      assertThat(loud).isEmpty();
    }
    assertThat(status).isEqualTo(malformed ? ExitStatus.FINDINGS : ExitStatus.DONE);
  }

  @ParameterizedTest
  @MethodSource("cutOrLate")
  void shouldHaveNotesOnlyOfWhatIsCutOrBegunLate(Path capture) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(check(out, capture.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .noneMatch(line -> line.startsWith("error") || line.startsWith("warning"));
  }

  private static int check(OutputStream out, String... arguments) {
    String[] all = Stream.concat(Stream.of("check"), Stream.of(arguments)).toArray(String[]::new);
    return Main.run(
        all,
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
  }
}
