package org.rdmadump.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.cli.Main;

/**
 * A capture that was started or stopped under load begins or ends anywhere, and lacks nothing for
 * that: {@code check} warns of nothing that it does not warn of in the whole capture.
 */
class CutCapturesTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  @TempDir Path folder;

  private String check(BrokenCapture capture, String... options) throws IOException {
    Path file = folder.resolve("cut.pcap");
    capture.write(file);
    String[] arguments = new String[options.length + 2];
    arguments[0] = "check";
    System.arraycopy(options, 0, arguments, 1, options.length);
    arguments[options.length + 1] = file.toString();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  /** {@return how many warnings and errors there are, by rule} */
  private Map<String, Integer> warnings(BrokenCapture capture) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (String line : check(capture, "-q").lines().toList()) {
      List<String> words = List.of(line.strip().split(" +"));
      if (List.of("warning", "error").contains(words.get(0))) {
        counts.put(words.get(2), Integer.valueOf(words.get(1)));
      }
    }
    return counts;
  }

  private void assertNothingNew(String where, BrokenCapture cut, Map<String, Integer> whole)
      throws IOException {
    assertThat(warnings(cut))
        .as(where)
        .allSatisfy(
            (rule, count) ->
                assertThat(count).as(rule).isLessThanOrEqualTo(whole.getOrDefault(rule, 0)));
  }

  private static BrokenCapture from(Path file, int first) throws IOException {
    BrokenCapture capture = BrokenCapture.of(file);
    for (int frame = 1; frame < first; frame++) {
      capture.drop(1);
    }
    return capture;
  }

  private static BrokenCapture upTo(Path file, int last) throws IOException {
    BrokenCapture capture = BrokenCapture.of(file);
    while (capture.size() > last) {
      capture.drop(capture.size());
    }
    return capture;
  }

  /** Those around frames in the middle of a Send, an RDMA Read or a loss, and some of all. */
  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs41-acl.pcap, 1, 9999, 11",
    "rocev2/rocev2-nfs3-basic.pcap, 108, 150, 1",
    "rocev2/rocev2-nfs3-basic.pcap, 1, 9999, 997",
    "rocev2/rocev2-nfs41-loss.pcap, 78, 270, 24",
    "rocev2/rocev2-odd.pcap, 1, 9999, 10",
    "iwarp/iwarp-nfs41-delegation.pcap, 1, 9999, 13",
    "iwarp/iwarp-nfs41-crc.pcap, 84, 90, 1",
    "iwarp/iwarp-nfs41-crc.pcap, 1, 9999, 97",
    "iwarp/iwarp-nfs41-loss.pcap, 170, 330, 20",
    "iwarp/iwarp-odd.pcap, 1, 9999, 12",
    "verbs/rxe-rping.pcap, 1, 9999, 53",
    "verbs/siw-rping.pcap, 1, 9999, 53"
  })
  void shouldWarnOfNothingNewWhereverTheCaptureBeginsOrEnds(
      String name, int first, int last, int step) throws IOException {
    Path file = CAPTURES.resolve(name);
    BrokenCapture capture = BrokenCapture.of(file);
    Map<String, Integer> whole = warnings(capture);
    for (int frame = first; frame < Math.min(last, capture.size()); frame += step) {
      assertNothingNew("frames 1 to " + frame, upTo(file, frame), whole);
      assertNothingNew("frames from " + (frame + 1), from(file, frame + 1), whole);
    }
  }

  /** Frame 86 is the first segment of a WRITE call with 3,000 bytes. */
  @Test
  void shouldNotCallTheEndOfASendLostThatComesAfterTheCapture() throws IOException {
    BrokenCapture capture = upTo(CAPTURES.resolve("iwarp/iwarp-nfs41-crc.pcap"), 86);

    assertThat(check(capture))
        .contains("note     rpc.message-not-captured", "(not captured)")
        .doesNotContain("lost");
  }

  /** The same frame, whose successor is missing in the middle of the capture. */
  @Test
  void shouldStillWarnWhereTheEndOfASendIsMissingInTheMiddle() throws IOException {
    BrokenCapture capture = BrokenCapture.of(CAPTURES.resolve("iwarp/iwarp-nfs41-crc.pcap"));
    capture.drop(87);

    assertThat(warnings(capture)).containsKeys("ddp.missing-segments", "tcp.hole");
  }

  /** Frame 123 is the first packet of a Send; its end and all but the next Send are missing. */
  @Test
  void shouldStillWarnWhereTheEndOfASendIsMissingShortlyBeforeTheEnd() throws IOException {
    BrokenCapture capture = upTo(CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap"), 137);
    capture.drop(124);

    assertThat(warnings(capture)).containsKey("bth.psn-gap");
  }
}
