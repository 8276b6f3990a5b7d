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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.cli.Main;

/**
 * RoCE whose directions are captured in blocks, with their own times: as adapters with several
 * queues and merged files have it, the client's frames of a while, and then the server's.
 */
class BlocksPerDirectionTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "rocev2");
  private static final int SOURCE_ADDRESS = 26;
  private static final int CLIENT = 0xc0a84d02;
  private static final Pattern COUNTED =
      Pattern.compile("^(?:error|warning) +([0-9]+) +(\\S+)", Pattern.MULTILINE);

  private static final Pattern ACKNOWLEDGED =
      Pattern.compile("\"ack_ns\":\\{[^}]*\"p50\":([0-9]+)");

  @TempDir Path folder;

  /** {@return what a command prints} */
  private String run(BrokenCapture capture, String command, String option) throws IOException {
    Path file = folder.resolve("blocks.pcap");
    capture.write(file);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        new String[] {command, option, file.toString()},
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  /** {@return how many errors and warnings there are by rule} */
  private Map<String, Integer> check(BrokenCapture capture) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    COUNTED
        .matcher(run(capture, "check", "-q"))
        .results()
        .forEach((MatchResult each) -> counts.put(each.group(2), Integer.valueOf(each.group(1))));
    return counts;
  }

  /** Puts the frames of one side before those of the other, in each block. */
  private static void inBlocks(BrokenCapture capture, int block, boolean clientFirst) {
    for (int from = 1; from <= capture.size(); from += block) {
      int to = from;
      for (int frame = from; frame < from + block && frame <= capture.size(); frame++) {
        boolean isClients = capture.frame(frame).getInt(SOURCE_ADDRESS) == CLIENT;
        if (isClients == clientFirst) {
          capture.move(frame, to);
          to++;
        }
      }
    }
  }

  /** {@return the median time until Sends of either side were acknowledged, in nanoseconds} */
  private List<Long> medianOfAcknowledgements(BrokenCapture capture) throws IOException {
    return ACKNOWLEDGED
        .matcher(run(capture, "stats", "--json"))
        .results()
        .map(each -> Long.valueOf(each.group(1)))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldTakeTheTimeOfTheFirstAcknowledgement(boolean clientFirst) throws IOException {
    Path file = CAPTURES.resolve("rocev2-nfs3-basic.pcap");
    BrokenCapture capture = BrokenCapture.of(file);
    inBlocks(capture, 16, clientFirst);

    assertThat(medianOfAcknowledgements(capture))
        .hasSize(2)
        .isEqualTo(medianOfAcknowledgements(BrokenCapture.of(file)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mixed-versions",
        "nfs3-acl",
        "nfs3-basic",
        "nfs41-acl",
        "nfs41-conformance",
        "nfs41-delegation",
        "nfs41-direct",
        "nfs41-krb5i",
        "nfs41-midstream",
        "nfs41-snap128",
        "nfs42-xattr"
      })
  void shouldAccuseNobody(String name) throws IOException {
    Path file = CAPTURES.resolve("rocev2-" + name + ".pcap");
    Map<String, Integer> inOrder = check(BrokenCapture.of(file));
    for (int block : new int[] {2, 3, 4, 5, 10, 20, 50, 64, 100, 200}) {
      for (boolean clientFirst : new boolean[] {true, false}) {
        BrokenCapture capture = BrokenCapture.of(file);
        inBlocks(capture, block, clientFirst);

        for (Map.Entry<String, Integer> each : check(capture).entrySet()) {
          assertThat(each.getValue())
              .as("%s in blocks of %d, client first: %s", each.getKey(), block, clientFirst)
              .isLessThanOrEqualTo(inOrder.getOrDefault(each.getKey(), 0));
        }
      }
    }
  }
}
