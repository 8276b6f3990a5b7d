package org.rdmadump.rpcrdma.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Severity;
import org.rdmadump.nvme.BlockRange;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.build.NvmeDecoded;
import org.rdmadump.rpcrdma.build.RealCaptures;

/**
 * NVMe commands against what the host's kernel traced while it sent them ({@code nvme_setup_cmd},
 * {@code nvme_complete_rq}), and against the SHA-256 of the blocks that were written.
 */
class NvmeGroundTruthTest {
  private static final Pattern COMMAND =
      Pattern.compile(
          ".* nvme_setup_cmd: .*qid=(\\d+), cmdid=(\\d+), nsid=(\\d+), .*cmd=\\(nvme_(\\S+)(.*)\\)");
  private static final Pattern RESPONSE =
      Pattern.compile(".* nvme_complete_rq: .*cmdid=(\\d+), res=0x(\\w+), .*status=0x(\\w+)");
  private static final Pattern BLOCKS = Pattern.compile("slba=(\\d+), len=(\\d+),.*");

  private static final Pattern CONNECTED = Pattern.compile(" recfmt=0, qid=(\\d+), .*");

  /** Commands with the opcode 0x7f, of which the kernel traces the type as namespace. */
  private static final String FABRICS = "fabrics_type_";

  private record IoLine(long start, long bytes, String sha256) {
    static IoLine of(String line) {
      String[] words = line.split(" ", -1);
      return new IoLine(Long.parseLong(words[0]), Long.parseLong(words[1]), words[2]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-nvme", "siw-nvme"})
  void shouldHaveEveryCommandAsTheHostSentIt(String name) throws IOException {
    List<String> traced = new ArrayList<>();
    for (String line : trace(name)) {
      Matcher command = COMMAND.matcher(line);
      if (command.matches()) {
        traced.add(asTraced(command));
      }
    }

    List<String> seen = new ArrayList<>();
    for (NvmeExchange each : inOrder(name)) {
      if (!isEventRequest(each)) {
        seen.add(asSeen(each));
      }
    }

    assertThat(traced).hasSizeGreaterThan(50);
    assertThat(seen).isEqualTo(traced);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-nvme", "siw-nvme"})
  void shouldPairEveryCommandWithItsResponse(String name) throws IOException {
    List<String> traced = new ArrayList<>();
    for (String line : trace(name)) {
      Matcher response = RESPONSE.matcher(line);
      if (response.matches()) {
        traced.add(String.join(" ", response.group(1), response.group(2), response.group(3)));
      }
    }

    List<String> seen = new ArrayList<>();
    for (NvmeExchange each : inOrder(name)) {
      if (each.response().isPresent()) {
        seen.add(
            String.format(
                Locale.ROOT,
                "%d %x %x",
                each.identifier(),
                each.response().get().entry().result(),
                each.response().get().entry().status() >> 1));
      } else {
        assertThat(isEventRequest(each)).isTrue();
      }
    }

    assertThat(seen).containsExactlyInAnyOrderElementsOf(traced);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-nvme", "siw-nvme"})
  void shouldHaveTheDataOfTheBlockDevice(String name) throws IOException {
    List<IoLine> expected;
    try (Stream<String> lines = Files.lines(RealCaptures.file("verbs/" + name + ".io.txt"))) {
      expected = lines.map(IoLine::of).toList();
    }
    List<NvmeExchange> commands = inOrder(name);

    for (IoLine each : expected) {
      for (String operation : List.of("Write", "Read")) {
        assertThat(commands)
            .as(operation + " of " + each)
            .filteredOn(command -> command.operation().equals(Optional.of(operation)))
            .anySatisfy(
                command -> {
                  BlockRange blocks =
                      command.command().orElseThrow().entry().blocks(command.set()).orElseThrow();
                  assertThat(blocks.start()).isEqualTo(each.start());
                  assertThat(command.data().orElseThrow().length()).isEqualTo(each.bytes());
                  assertThat(command.data().orElseThrow().sha256()).contains(each.sha256());
                });
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-nvme", "siw-nvme"})
  void shouldLackNoData(String name) {
    NvmeDecoded seen = NvmeDecoded.of(RealCaptures.open("verbs/" + name + ".pcap"));

    assertThat(seen.commands())
        .isNotEmpty()
        .allSatisfy(
            each -> {
              // TCP sent two segments again.
              assertThat(each.findings())
                  .allSatisfy(
                      finding -> assertThat(finding.rule().severity()).isEqualTo(Severity.NOTE));
              assertThat(each.data().map(data -> data.isComplete()).orElse(true)).isTrue();
            });
    assertThat(seen.findings())
        .allSatisfy(finding -> assertThat(finding.rule().severity()).isEqualTo(Severity.NOTE));
  }

  private static boolean isEventRequest(NvmeExchange each) {
    return each.operation().equals(Optional.of("Asynchronous Event Request"));
  }

  /** In the order in which the host sent them. */
  private static List<NvmeExchange> inOrder(String name) {
    List<NvmeExchange> commands =
        new ArrayList<>(NvmeDecoded.of(RealCaptures.open("verbs/" + name + ".pcap")).commands());
    commands.sort((one, other) -> Long.compare(one.firstFrame(), other.firstFrame()));
    return commands;
  }

  private static String asTraced(Matcher command) {
    String kind = command.group(4);
    boolean fabrics = kind.startsWith(FABRICS);
    String operation = kind.replaceFirst(FABRICS + "|cmd_|admin_", "").replace('_', ' ');
    Matcher blocks = BLOCKS.matcher(command.group(5).trim());
    // Of a command that connects a queue, the kernel traces the queue among its arguments.
    Matcher connected = CONNECTED.matcher(command.group(5));
    return String.join(
        " ",
        connected.matches() ? connected.group(1) : command.group(1),
        command.group(2),
        fabrics ? "fabrics" : command.group(3),
        operation.equals("dsm") ? "dataset management" : operation,
        blocks.matches() ? blocks.group(1) + "+" + (1 + Long.parseLong(blocks.group(2))) : "");
  }

  private static String asSeen(NvmeExchange each) {
    SubmissionEntry entry = each.command().orElseThrow().entry();
    return String.join(
        " ",
        Integer.toString(each.queue().getAsInt()),
        Integer.toString(each.identifier()),
        entry.isFabrics() ? "fabrics" : Integer.toUnsignedString(entry.namespaceOrType()),
        each.operation().orElseThrow().toLowerCase(Locale.ROOT),
        entry.blocks(each.set()).map(range -> range.start() + "+" + range.count()).orElse(""));
  }

  private static List<String> trace(String name) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Files.newInputStream(RealCaptures.file("verbs/" + name + ".trace.txt.gz"))),
                StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }
}
