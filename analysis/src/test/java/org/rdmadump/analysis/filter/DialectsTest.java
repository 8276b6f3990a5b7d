package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.export.Tshark;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.DialectTable.Heading;
import org.rdmadump.analysis.filter.DialectTable.Line;
import org.rdmadump.analysis.filter.DialectTable.Section;
import org.rdmadump.analysis.frame.Dissected;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.testing.Needs;

/**
 * Filters by names of Wireshark choose what tshark chooses, those by ours what jq chooses of the
 * reviewed JSON; every difference is in a table, with its reason.
 */
class DialectsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final Path GOLDEN = Path.of("..", "testdata", "golden");
  private static final Path TABLE =
      Path.of("src", "test", "resources", "org", "rdmadump", "analysis", "filter", "dialects.txt");

  private static final String JQ = "jq";
  private static final String FRAMES = "frames";

  @TempDir Path folder;

  static List<Section> sections() throws IOException {
    return DialectTable.read(TABLE);
  }

  @Test
  void shouldHaveAReasonForEachDifferenceAndNoOther() throws IOException {
    List<Line> lines = sections().stream().flatMap(each -> each.lines().stream()).toList();

    assertThat(lines).hasSizeGreaterThanOrEqualTo(200);
    assertThat(lines)
        .allSatisfy(
            each ->
                assertThat(each.reason().isEmpty()).isEqualTo(each.ours().equals(each.theirs())));
  }

  @ParameterizedTest
  @MethodSource("sections")
  void shouldChooseWhatTheTableSays(Section section) throws Exception {
    Heading heading = section.heading();
    if (heading.tool().equals(JQ)) {
      Needs.command(JQ, JQ);
    } else {
      Needs.tshark();
    }
    List<Long> theirs = heading.tool().equals(JQ) ? byJq(section) : byTshark(section);
    List<Line> counted = new ArrayList<>();
    List<Long> ours = ours(section);
    for (int i = 0; i < section.lines().size(); i++) {
      counted.add(section.lines().get(i).counted(ours.get(i), theirs.get(i)));
    }

    assertThat(String.join("\n", counted.stream().map(Line::toString).toList()))
        .as(heading.toString())
        .isEqualTo(String.join("\n", section.lines().stream().map(Line::toString).toList()));
  }

  private static List<Long> ours(Section section) throws IOException, FilterException {
    Path capture = CAPTURES.resolve(section.heading().capture());
    return section.heading().records().equals(FRAMES)
        ? counts(section, Dissected.of(capture).frames(), FrameFields.registry())
        : counts(section, ShippedCaptures.messages(capture), MessageFields.registry());
  }

  private static <R> List<Long> counts(Section section, List<R> records, FieldRegistry<R> fields)
      throws FilterException {
    List<Long> counts = new ArrayList<>();
    for (Line each : section.lines()) {
      Filter<R> filter = Filter.of(each.filter(), fields);
      counts.add(records.stream().filter(filter::matches).count());
    }
    return counts;
  }

  /** All filters in one run, each a table of statistics of its own. */
  private List<Long> byTshark(Section section) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-2", "-q"));
    String beside = section.heading().beside();
    for (Line each : section.lines()) {
      String filter = beside.isEmpty() ? each.question() : "(" + each.question() + ") && " + beside;
      arguments.addAll(List.of("-z", "io,stat,0," + filter));
    }
    List<Long> counts = new ArrayList<>();
    Path capture = CAPTURES.resolve(section.heading().capture());
    for (String line : new Tshark(folder).lines(capture, arguments.toArray(new String[0]))) {
      if (line.contains("<>")) {
        counts.add(Long.valueOf(line.split("\\|", -1)[2].strip()));
      }
    }
    // It prints the last one first.
    Collections.reverse(counts);
    assertThat(counts).as(section.heading().toString()).hasSameSizeAs(section.lines());
    return counts;
  }

  private List<Long> byJq(Section section) throws Exception {
    StringBuilder program = new StringBuilder("[inputs] as $all");
    String separator = " | ";
    for (Line each : section.lines()) {
      program.append(separator).append("([$all[] | select(").append(each.question());
      program.append(")] | length)");
      separator = ", ";
    }
    Path name = Path.of(section.heading().capture()).getFileName();
    Path json = folder.resolve("messages.json");
    try (InputStream golden =
        new GZIPInputStream(Files.newInputStream(GOLDEN.resolve(name + ".ndjson.gz")))) {
      Files.write(json, golden.readAllBytes());
    }
    Process process =
        new ProcessBuilder(JQ, "-n", program.toString(), json.toString())
            .redirectErrorStream(true)
            .start();
    List<Long> counts = new ArrayList<>();
    try (InputStream out = process.getInputStream()) {
      for (String line : new String(out.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        counts.add(Long.valueOf(line));
      }
    }
    assertThat(process.waitFor()).isZero();
    return counts;
  }
}
