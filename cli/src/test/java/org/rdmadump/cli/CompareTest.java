package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

class CompareTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String ROCE =
      CAPTURES.resolve("rocev2/rocev2-mixed-versions.pcap").toString();
  private static final String IWARP =
      CAPTURES.resolve("iwarp/iwarp-mixed-versions.pcap").toString();
  private static final String BASIC = CAPTURES.resolve("rocev2/rocev2-nfs3-basic.pcap").toString();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  static List<Path> captures() throws IOException {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      return files.filter(each -> each.toString().matches(".*\\.pcap(ng)?")).sorted().toList();
    }
  }

  private int compare(String... arguments) {
    out.reset();
    err.reset();
    List<String> all = new ArrayList<>(List.of("compare"));
    all.addAll(List.of(arguments));
    return Main.run(
        all.toArray(new String[0]),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String messages() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private List<JsonNode> records() throws IOException {
    List<JsonNode> records = new ArrayList<>();
    new ObjectMapper().readTree(out.toByteArray()).forEach(records::add);
    return records;
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldFindNoDifferenceBetweenACaptureAndItself(Path capture) {
    assertThat(compare("-q", capture.toString(), capture.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(text()).contains("\nno difference").doesNotContain("Differences");
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldWriteJunitThatJenkinsReads(Path capture) throws IOException, SAXException {
    compare("-T", "junit", ROCE, capture.toString());

    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(CheckReportsTest.class.getResource("junit-report.xsd"))
        .newValidator()
        .validate(new StreamSource(new ByteArrayInputStream(out.toByteArray())));
    assertThat(text()).contains("<skipped message=\"not enough: A ").doesNotContain(">not enough");
  }

  @Test
  void shouldTellTheSameInEveryForm() throws IOException {
    assertThat(compare(ROCE, IWARP)).isEqualTo(ExitStatus.FINDINGS);
    String text = text();
    assertThat(compare("-T", "json", ROCE, IWARP)).isEqualTo(ExitStatus.FINDINGS);
    List<JsonNode> records = records();
    long differences =
        records.stream()
            .filter(
                each ->
                    List.of("worse", "better", "changed").contains(each.path("verdict").asText()))
            .count();
    assertThat(differences).isPositive();
    assertThat(text).contains("\n" + differences + " differences: ");
    JsonNode last = records.get(records.size() - 1);
    assertThat(last.path("record").asText()).isEqualTo("comparison");
    assertThat(last.path("a").path("files").path(0).asText()).isEqualTo(ROCE);
    assertThat(last.path("verdicts").path("worse").asLong()).isPositive();
    long undecided =
        records.stream()
            .filter(each -> each.path("verdict").asText().equals("not_enough"))
            .filter(each -> !each.path("kind").asText().equals("latency"))
            .filter(each -> each.has("a") && each.has("b") && !each.get("a").equals(each.get("b")))
            .count();
    assertThat(undecided).isPositive();
    long incomparable = last.path("verdicts").path("not_comparable").asLong();
    assertThat(compare("-q", "-T", "json", ROCE, IWARP)).isEqualTo(ExitStatus.FINDINGS);
    assertThat(records()).hasSize((int) (differences + undecided + incomparable + 1));
    assertThat(compare("-q", ROCE, IWARP)).isEqualTo(ExitStatus.FINDINGS);
    assertThat(text().lines().filter(each -> each.endsWith("  not enough")))
        .hasSize((int) undecided);
  }

  @Test
  void shouldReadSeveralFilesOfEachRun() throws IOException {
    Path split = Files.createDirectory(folder.resolve("split"));
    byte[] all = Files.readAllBytes(Path.of(BASIC));
    Path copy = Files.write(split.resolve("copy.pcap"), all);

    assertThat(compare("-q", BASIC, "vs", split.toString(), copy.toString()))
        .isEqualTo(ExitStatus.DONE);
    assertThat(text()).contains("copy.pcap and 1 more file\n   ").contains("\nno difference");
    assertThat(compare("-q", split.toString(), BASIC)).isEqualTo(ExitStatus.DONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a b c", "vs a", "a vs", "a vs b vs c", "- vs -"})
  void shouldAskWhichCapturesAreOfWhichRun(String words) {
    assertThat(compare(words.split(" "))).isEqualTo(ExitStatus.USAGE);
    assertThat(messages()).startsWith("rdmadump: ").hasLineCount(1);
  }

  @Test
  void shouldFailOnWhatItIsToldTo() {
    assertThat(compare("--fail-on", "none", ROCE, IWARP)).isEqualTo(ExitStatus.DONE);
    assertThat(compare("--fail-on", "findings,credits", ROCE, IWARP))
        .isEqualTo(ExitStatus.FINDINGS);
    assertThat(compare("--fail-on", "findings", "--ignore", "*", ROCE, IWARP))
        .isEqualTo(ExitStatus.DONE);
    assertThat(compare("--fail-on", "latencies", ROCE, IWARP)).isEqualTo(ExitStatus.USAGE);
    assertThat(messages()).contains("did you mean latency?");
  }

  @Test
  void shouldNotCompareRulesThatOnlyOneTransportCanBreak() throws IOException {
    String roce = CAPTURES.resolve("rocev2/rocev2-nfs41-loss.pcap").toString();
    String iwarp = CAPTURES.resolve("iwarp/iwarp-nfs41-loss.pcap").toString();

    assertThat(compare("-q", roce, iwarp)).isEqualTo(ExitStatus.DONE);
    assertThat(text())
        .containsPattern("transport +connections +transport +rocev2 +iwarp +not comparable")
        .containsPattern("findings +bth.psn-repeat +findings +18 +0 +not comparable")
        .containsPattern("findings +tcp.retransmission +findings +0 +1 +not comparable")
        .containsPattern("findings +rpcrdma.data-repeated +findings +21 +0 +gone +better")
        .contains("\n1 difference: 1 better; the transports differ; ");
    assertThat(compare("-T", "json", iwarp, roce)).isEqualTo(ExitStatus.FINDINGS);
    assertThat(records())
        .filteredOn(each -> each.path("verdict").asText().equals("not_comparable"))
        .extracting(each -> each.path("kind").asText() + " " + each.path("rule").asText())
        .contains("transport ", "findings aeth.nak", "findings tcp.out-of-order");
    assertThat(compare("-T", "junit", roce, iwarp)).isEqualTo(ExitStatus.DONE);
    assertThat(text()).contains("not comparable: A [rocev2], B [iwarp] (transport)");
    assertThat(compare("-q", roce, roce)).isEqualTo(ExitStatus.DONE);
    assertThat(text()).doesNotContain("transport");
  }

  @Test
  void shouldSayWhichRunIsNotWholeOrEmpty() throws IOException {
    byte[] all = Files.readAllBytes(Path.of(BASIC));
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(all, all.length - 5));
    Path empty = Files.write(folder.resolve("empty.pcap"), Captures.at(1, 2));

    assertThat(compare("-T", "junit", BASIC, cut.toString())).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(messages()).startsWith("rdmadump: B: " + cut);
    assertThat(text()).contains("errors=\"1\"");
    assertThat(compare("--fail-on", "none", BASIC, empty.toString())).isEqualTo(ExitStatus.DONE);
    assertThat(messages()).startsWith("rdmadump: B: no RDMA packet in 2 frames");
    assertThat(compare("--fail-on", "none", "--expect-traffic", BASIC, empty.toString()))
        .isEqualTo(ExitStatus.FINDINGS);
    assertThat(compare("-T", "junit", "--expect-traffic", BASIC, empty.toString()))
        .isEqualTo(ExitStatus.FINDINGS);
    assertThat(text())
        .contains("name=\"input.traffic.a\"/>")
        .contains("name=\"input.traffic.b\">\n      <failure message=\"no RPC-over-RDMA message\"");
    assertThat(compare(BASIC, folder.resolve("none.pcap").toString()))
        .isEqualTo(ExitStatus.UNREADABLE);
  }

  @Test
  void shouldFindThatARunHasNoCalls() throws IOException {
    Path empty = Files.write(folder.resolve("empty.pcap"), Captures.at(1, 2));

    assertThat(compare("-q", BASIC, empty.toString())).isEqualTo(ExitStatus.FINDINGS);
    assertThat(text()).containsPattern("counts +all operations +calls +702 +0 +gone +changed");
    assertThat(compare("-q", empty.toString(), BASIC)).isEqualTo(ExitStatus.FINDINGS);
    assertThat(compare("-q", empty.toString(), empty.toString())).isEqualTo(ExitStatus.DONE);
  }

  @Test
  void shouldCompareExactly() throws IOException {
    String crc = CAPTURES.resolve("iwarp/iwarp-nfs41-crc.pcap").toString();
    String peer = CAPTURES.resolve("iwarp/iwarp-nfs41-p2p.pcap").toString();
    assertThat(compare("--exact", "-q", crc, peer)).isEqualTo(ExitStatus.DONE);
    assertThat(text()).contains("\nno difference;");

    String first = CAPTURES.resolve("rocev2/rocev2-nfs41-conformance.pcap").toString();
    String second = CAPTURES.resolve("iwarp/iwarp-nfs41-conformance.pcap").toString();
    assertThat(compare("-q", first, second)).isEqualTo(ExitStatus.DONE);
    assertThat(text()).contains("\nno difference beyond chance;");
    assertThat(compare("--exact", "-T", "json", first, second)).isEqualTo(ExitStatus.FINDINGS);
    assertThat(records())
        .filteredOn(each -> each.path("op").asText().equals("WRITE"))
        .filteredOn(each -> each.path("measure").asText().equals("read_chunk_total"))
        .singleElement()
        .satisfies(each -> assertThat(each.path("verdict").asText()).isEqualTo("changed"))
        .satisfies(each -> assertThat(each.has("test")).isFalse());
    assertThat(records().get(records().size() - 1).path("exact").asBoolean()).isTrue();
    assertThat(compare("--exact", "--fail-on", "failures,findings", first, second))
        .isEqualTo(ExitStatus.DONE);
  }

  @Test
  void shouldCompareOnlyWhatAFilterChooses() throws IOException {
    compare("-T", "json", "-Y", "nfs.op == READ", ROCE, IWARP);

    assertThat(records())
        .filteredOn(each -> each.has("op"))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.path("op").asText()).isEqualTo("READ"));
    assertThat(records()).noneMatch(each -> each.path("kind").asText().equals("findings"));
  }
}
