package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

class CompareEndsTest {
  private static final Path TESTDATA = Path.of("..", "testdata");
  private static final String CLIENT = TESTDATA.resolve("ends/client.pcap").toString();
  private static final String SERVER = TESTDATA.resolve("ends/server.pcap").toString();
  private static final String ORIGINAL =
      TESTDATA.resolve("captures/rocev2/rocev2-nfs3-acl.pcap").toString();
  private static final String OTHER =
      TESTDATA.resolve("captures/rocev2/rocev2-nfs41-acl.pcap").toString();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int compare(InputStream in, String... arguments) {
    out.reset();
    err.reset();
    List<String> all = new ArrayList<>(List.of("compare"));
    all.addAll(List.of(arguments));
    return Main.run(
        all.toArray(new String[0]), in, out, new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private int compare(String... arguments) {
    return compare(InputStream.nullInputStream(), arguments);
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String messages() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldFindOutThatBothShowTheSameTraffic() {
    assertThat(compare(CLIENT, SERVER)).isEqualTo(ExitStatus.FINDINGS);

    assertThat(text())
        .startsWith("Same traffic in A and B: 1 packet missing in A")
        .contains(
            "1 packet missing in B",
            "1 packet lost or missing",
            "clock of B minus clock of A  +3.2000",
            "One-way delay",
            "Slowest");
    assertThat(text().lines()).allMatch(line -> line.length() <= 80);
    assertThat(messages()).isEmpty();
  }

  @Test
  void shouldCompareTwoRunsWherePacketsDiffer() {
    compare(CLIENT, OTHER);

    assertThat(text()).contains("Operations").doesNotContain("Same traffic");
  }

  @Test
  void shouldCompareCopiesOfOneCaptureAsRunsUnlessSaidOtherwise() {
    assertThat(compare(ORIGINAL, ORIGINAL)).isEqualTo(ExitStatus.DONE);
    assertThat(text()).contains("no difference", "Operations");

    assertThat(compare("--ends", ORIGINAL, ORIGINAL)).isEqualTo(ExitStatus.DONE);
    assertThat(text()).startsWith("Same traffic in A and B: no difference");
  }

  @Test
  void shouldCompareRunsWhereTheUserSaysSo() {
    compare("--runs", CLIENT, SERVER);

    assertThat(text()).contains("Operations").doesNotContain("Same traffic");
  }

  @Test
  void shouldSayWhyCapturesAreNotEndsOfTheSameTraffic() {
    assertThat(compare("--ends", CLIENT, OTHER)).isEqualTo(ExitStatus.UNREADABLE);

    assertThat(text()).isEmpty();
    assertThat(messages()).contains("not the same traffic: no packet of ", " in B; compared were");
  }

  @Test
  void shouldFailOnlyForTheKindsThatTheUserNames() {
    assertThat(compare("--fail-on", "loss,clocks", CLIENT, SERVER)).isEqualTo(ExitStatus.DONE);
    assertThat(compare("--fail-on", "none", CLIENT, SERVER)).isEqualTo(ExitStatus.DONE);
    assertThat(compare("--fail-on", "missing", CLIENT, SERVER)).isEqualTo(ExitStatus.FINDINGS);
  }

  @Test
  void shouldRefuseWhatDoesNotGoTogether() throws IOException {
    assertThat(compare("--ends", "--runs", CLIENT, SERVER)).isEqualTo(ExitStatus.USAGE);
    assertThat(messages()).contains("--ends and --runs contradict each other");
    assertThat(compare("--ends", "--exact", CLIENT, SERVER)).isEqualTo(ExitStatus.USAGE);
    assertThat(messages()).contains("--ends and --exact contradict each other");

    assertThat(compare("--ends", "-Y", "xid == 1", CLIENT, SERVER)).isEqualTo(ExitStatus.USAGE);
    assertThat(messages()).contains("-Y does not go with it");

    InputStream in = new ByteArrayInputStream(Files.readAllBytes(Path.of(SERVER)));
    assertThat(compare(in, "--ends", CLIENT, "-")).isEqualTo(ExitStatus.USAGE);
    assertThat(messages()).contains("reads its captures twice");
  }

  @Test
  void shouldCompareStreamsAsRuns() throws IOException {
    compare(new ByteArrayInputStream(Files.readAllBytes(Path.of(SERVER))), CLIENT, "-");

    assertThat(text()).contains("Operations");
  }

  @Test
  void shouldTellTheSameInJson() throws IOException {
    assertThat(compare("-T", "json", CLIENT, SERVER)).isEqualTo(ExitStatus.FINDINGS);

    List<JsonNode> records = new ArrayList<>();
    new ObjectMapper().readTree(out.toByteArray()).forEach(records::add);
    JsonNode last = records.get(records.size() - 1);
    assertThat(last.path("record").asText()).isEqualTo("ends");
    JsonNode clocks = last.path("clocks");
    assertThat(clocks.path("offset_ns").asLong()).isBetween(3_199_000_000L, 3_201_000_000L);
    assertThat(clocks.path("offset_bound_ns").asLong()).isBetween(18_000L, 30_000L);
    assertThat(clocks.path("even").asBoolean()).isTrue();
    JsonNode packets = last.path("packets");
    assertThat(
            packets.path("a_to_b").path("missing_in_a").asLong()
                + packets.path("b_to_a").path("missing_in_a").asLong())
        .isEqualTo(1);
    assertThat(records.stream().filter(each -> each.path("place").asText().equals("missing_in_b")))
        .hasSize(1);
    assertThat(
            records.stream().filter(each -> each.path("record").asText().equals("ends_exchange")))
        .hasSize(10);

    compare("-q", "-T", "json", CLIENT, SERVER);
    assertThat(text()).doesNotContain("ends_exchange", "ends_operation");
  }

  @Test
  void shouldWriteJunitThatJenkinsReads() throws IOException, SAXException {
    compare("-T", "junit", CLIENT, SERVER);

    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(CheckReportsTest.class.getResource("junit-report.xsd"))
        .newValidator()
        .validate(new StreamSource(new ByteArrayInputStream(out.toByteArray())));
    assertThat(text())
        .containsIgnoringWhitespaces("failures=\"1\"", "name=\"ends.missing\"><failure");
  }

  @Test
  void shouldTakeRotatedSetsInOtherCuts(@TempDir Path folder) throws IOException {
    String client = TESTDATA.resolve("ends/lab-client.pcap").toString();
    String server = TESTDATA.resolve("ends/lab-server.pcap").toString();
    compare("--json", client, server);
    List<String> whole = withoutNames(text());
    List<String> a = cut(Path.of(client), folder, 200);
    List<String> b = cut(Path.of(server), folder, 100, 101, 350);

    List<String> cut = new ArrayList<>(List.of("--json"));
    cut.addAll(a);
    cut.add("vs");
    cut.addAll(b);
    assertThat(compare(cut.toArray(new String[0]))).isEqualTo(ExitStatus.FINDINGS);
    assertThat(withoutNames(text())).isEqualTo(whole);

    List<String> oneSide = new ArrayList<>(List.of("--json", client, "vs"));
    oneSide.addAll(b);
    assertThat(compare(oneSide.toArray(new String[0]))).isEqualTo(ExitStatus.FINDINGS);
    assertThat(withoutNames(text())).isEqualTo(whole);
  }

  private static List<String> withoutNames(String records) {
    return records.lines().map(each -> each.replaceAll("\"files\":\\[[^]]*]", "")).toList();
  }

  /** Cuts a pcap file in little-endian order behind frames of these numbers. */
  private static List<String> cut(Path capture, Path folder, int... behind) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(capture)).order(ByteOrder.LITTLE_ENDIAN);
    List<String> files = new ArrayList<>();
    int at = 24;
    int begin = at;
    int frame = 0;
    for (int i = 0; i <= behind.length; i++) {
      while (at < bytes.limit() && (i == behind.length || frame < behind[i])) {
        at += 16 + bytes.getInt(at + 8);
        frame++;
      }
      Path part = folder.resolve(i + "-" + capture.getFileName());
      ByteArrayOutputStream written = new ByteArrayOutputStream();
      written.write(bytes.array(), 0, 24);
      written.write(bytes.array(), begin, at - begin);
      files.add(Files.write(part, written.toByteArray()).toString());
      begin = at;
    }
    return files;
  }
}
