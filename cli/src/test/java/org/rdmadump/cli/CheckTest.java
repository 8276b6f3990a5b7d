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
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class CheckTest {
  private static final String ROCE = "../testdata/captures/rocev2/";
  private static final String REORDER = ROCE + "rocev2-nfs41-reorder.pcap";
  private static final String ODD = ROCE + "rocev2-odd.pcap";
  private static final String CLEAN = ROCE + "rocev2-nfs41-acl.pcap";

  /** Bytes of a full packet of RDMA Write, with the header of its record. */
  private static final int LONGEST = 1098;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  private int check(String line) {
    return run("check " + line);
  }

  private int run(String line) {
    out.reset();
    return Main.run(
        line.split(" "),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out.toByteArray());
  }

  private Element xml() throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(out.toByteArray()))
        .getDocumentElement();
  }

  @Test
  void shouldSayThatThereIsNothing() {
    assertThat(check(CLEAN)).isEqualTo(ExitStatus.DONE);
    assertThat(lines()).containsExactly("no findings in 187 frames, 1 connection, 31 calls");
  }

  @Test
  void shouldPrintErrorsFirstAndFoldWhatIsRepeated() {
    assertThat(check(REORDER)).isEqualTo(ExitStatus.FINDINGS);
    assertThat(lines().get(0)).isEqualTo("warning  aeth.nak  (IBTA volume 1, 9.7.5.2.8)");
    assertThat(lines().subList(1, 11)).allMatch(line -> line.startsWith("    frame "));
    assertThat(lines().get(11)).matches("    \\.\\.\\. and 1 more, the last in frame \\d+");
    assertThat(lines().get(12)).startsWith("note     bth.out-of-order");
    assertThat(lines().get(lines().size() - 1))
        .isEqualTo("11 warnings, 105 notes in 1844 frames, 1 connection, 160 calls");
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-odd.pcap, aeth.remote-access-error",
    "iwarp/iwarp-odd.pcap, rdmap.terminate"
  })
  void shouldTellOfARefusedReplyOnceWhereverItIsTold(String capture, String refusal)
      throws IOException {
    String odd = Path.of(ROCE).resolveSibling(capture).toString();
    String notDelivered = "rpcrdma.send-not-delivered";

    check("-T json " + odd);
    assertThat(json().findValuesAsText("rule"))
        .containsOnlyOnce(notDelivered)
        .areExactly(3, new Condition<>(refusal::equals, refusal));

    run("--exchanges -T json " + odd);
    assertThat(json().findValuesAsText("rule"))
        .containsOnlyOnce(notDelivered)
        .areExactly(3, new Condition<>(refusal::equals, refusal));

    run("summary -Y xid==0x0dd00010 " + odd);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains(refusal, notDelivered);
  }

  @Test
  void shouldNotFoldJson() throws IOException {
    assertThat(check("-T json " + REORDER)).isEqualTo(ExitStatus.FINDINGS);
    assertThat(json()).hasSize(116);
    assertThat(json())
        .allSatisfy(
            finding -> {
              assertThat(finding.path("record").asText()).isEqualTo("finding");
              assertThat(finding.path("rule").asText()).contains(".");
              assertThat(finding.path("severity").asText()).isIn("note", "warning");
              assertThat(finding.path("frame").asInt()).isPositive();
              assertThat(finding.path("connection").asInt()).isEqualTo(1);
              assertThat(finding.path("message").asText()).isNotEmpty();
            });
    assertThat(json().findValuesAsText("xid"))
        .isNotEmpty()
        .allMatch(xid -> xid.matches("0x[0-9a-f]{8}"));
  }

  @ParameterizedTest
  @CsvSource({"rocev2/rocev2-odd, 3", "iwarp/iwarp-odd, 6"})
  void shouldMissAReplyWhereDumpAndStatsDo(String name, int calls) {
    // given connections that all ended, of which some carried no call: RDMA_DONE, an empty
    // RDMA_NOMSG
    String capture = Path.of("..", "testdata", "captures").resolve(name + ".pcap").toString();

    check("--rules rpcrdma.call-without-reply --fail-on error " + capture);
    assertThat(lines()).filteredOn(line -> line.contains("ended without a reply")).hasSize(calls);

    run("--exchanges " + capture);
    assertThat(lines()).filteredOn(line -> line.contains(" no reply")).hasSize(calls);
    assertThat(lines())
        .filteredOn(line -> line.contains("  without RPC; ! rpcrdma."))
        .allMatch(line -> line.contains("  RDMA_DONE  ") || line.contains("  RDMA_NOMSG  "))
        .hasSize(2);

    run("-q " + capture);
    assertThat(lines()).contains(" ".repeat(11) + calls + " calls without a reply");
    run("stats " + capture);
    assertThat(lines()).filteredOn(line -> line.endsWith(" 1 without an answer")).hasSize(calls);
  }

  @Test
  void shouldCountOnly() {
    check("-q " + REORDER);
    assertThat(lines())
        .contains("warning        11  aeth.nak", "note           51  bth.out-of-order")
        .hasSize(5);
  }

  @Test
  void shouldCountOnlyWhatIsSelectedInJson() throws IOException {
    check("-q --json --rules aeth.* " + REORDER);
    assertThat(json().path("record").asText()).isEqualTo("summary");
    assertThat(json().path("findings").path("note").asInt()).isZero();
    assertThat(json().path("rules").path("aeth.nak").asInt()).isEqualTo(11);
    assertThat(json().path("rules")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "note, 1",
    "warning, 1",
    "error, 0",
    "none, 0",
  })
  void shouldFailOnWhatIsAsked(String level, int status) {
    assertThat(check("--fail-on " + level + " " + REORDER)).isEqualTo(status);
  }

  @Test
  void shouldNotFailOnWhatIsIgnored() {
    assertThat(check("--ignore aeth.nak " + REORDER)).isEqualTo(ExitStatus.DONE);
    assertThat(lines()).noneMatch(line -> line.contains("aeth.nak"));
  }

  @ParameterizedTest
  @CsvSource({
    "--rules aeth.nack, did you mean aeth.nak?",
    "--ignore mpaa.*, no such rule",
    "'--rules bth.*,x', no such rule",
    "--rules aeth.nak --ignore aeth.*, no rule is left to check",
    "--ignore *, no rule is left to check",
    "--fail-on ERROR, did you mean error?",
    "-T JUnit, did you mean junit?",
    "--fail-on fatal, 'not one of note, warning, error, none'",
    "-T xml, 'not one of text, json, ndjson, sarif, junit'",
    "--json -T sarif, contradict",
    "--list-rules --json, text only",
    "--list-rules -T sarif, text only",
    "--list-rules -q, leave out -q",
    "--list-rules -Y connection, leave out -Y",
    "--list-rules --start 7, leave out --start",
    "--list-rules -f udp, leave out -f",
    "-Y rpc.xdi, no field rpc.xdi; did you mean rpc.xid?",
    "--call, check takes no option --call",
    "--exchanges, --exchanges"
  })
  void shouldRefuse(String options, String why) {
    assertThat(check(options + " " + CLEAN)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(why);
    assertThat(out.size()).isZero();
  }

  @Test
  void shouldSayThatAFilterChoseNone() {
    assertThat(check("-Y rpc.xid==0x12345678 " + REORDER)).isEqualTo(ExitStatus.DONE);
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("the filter chooses none of ");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("no finding matches -Y");
  }

  @Test
  void shouldListRules() {
    assertThat(check("--list-rules --rules aeth.*")).isEqualTo(ExitStatus.DONE);
    assertThat(lines()).hasSize(7).allMatch(line -> line.startsWith("warning  aeth."));
    assertThat(lines())
        .anyMatch(
            line ->
                line.contains(
                    " The responder permanently refused a request: wrong handle, range or access rights."
                        + " (IBTA volume 1, 9.7.5.2.8) What to do: "));
  }

  @Test
  void shouldSayWhatToDoOnlyAboutRulesThatAreAskedFor() {
    assertThat(check("--list-rules")).isEqualTo(ExitStatus.DONE);

    assertThat(lines()).hasSizeGreaterThan(100).noneMatch(line -> line.contains("What to do"));
  }

  @Test
  void shouldCiteEachTransportForARuleThatBothHave() {
    assertThat(check("--list-rules --rules rpcrdma.data-repeated")).isEqualTo(ExitStatus.DONE);

    assertThat(lines())
        .singleElement()
        .asString()
        .contains("IBTA volume 1, 9.7", "RFC 5041 sections 5.3 and 5.4");
  }

  @Test
  void shouldSayHowToAskForARuleThatStandsInThePlaceOfAFile() {
    assertThat(check("aeth.nak")).isEqualTo(ExitStatus.UNREADABLE);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "rdmadump: aeth.nak: no such file; it is a rule: rdmadump check --rules aeth.nak FILE,"
                + " or rdmadump check --list-rules --rules aeth.nak\n");
  }

  @Test
  void shouldWriteSarif() throws IOException {
    assertThat(check("-T sarif " + ODD)).isEqualTo(ExitStatus.FINDINGS);
    JsonNode log = json();
    assertThat(log.path("version").asText()).isEqualTo("2.1.0");
    assertThat(log.path("$schema").asText()).endsWith("sarif-schema-2.1.0.json");
    assertThat(log.path("runs")).hasSize(1);
    JsonNode run = log.path("runs").get(0);
    JsonNode driver = run.path("tool").path("driver");
    assertThat(driver.path("name").asText()).isEqualTo("rdmadump");
    assertThat(driver.path("rules")).hasSizeGreaterThan(100);
    Set<String> ids = new HashSet<>(driver.path("rules").findValuesAsText("id"));
    assertThat(ids).hasSameSizeAs(driver.path("rules"));
    assertThat(driver.path("rules"))
        .allSatisfy(
            rule -> {
              assertThat(rule.path("shortDescription").path("text").asText()).isNotEmpty();
              assertThat(rule.path("help").path("text").asText()).isNotEmpty();
              assertThat(rule.path("defaultConfiguration").path("level").asText())
                  .isIn("note", "warning", "error");
            });
    assertThat(run.path("artifacts").get(0).path("location").path("uri").asText()).isEqualTo(ODD);
    assertThat(run.path("invocations").get(0).path("executionSuccessful").asBoolean()).isTrue();
    assertThat(run.path("results")).hasSize(30);
    assertThat(run.path("results"))
        .allSatisfy(
            result -> {
              JsonNode rule = driver.path("rules").get(result.path("ruleIndex").asInt(-1));
              assertThat(rule.path("id").asText()).isEqualTo(result.path("ruleId").asText());
              assertThat(rule.path("defaultConfiguration").path("level"))
                  .isEqualTo(result.path("level"));
              assertThat(result.path("message").path("text").asText()).isNotEmpty();
              JsonNode place = result.path("locations").get(0);
              assertThat(
                      place.path("physicalLocation").path("artifactLocation").path("uri").asText())
                  .isEqualTo(ODD);
              assertThat(place.path("logicalLocations").get(0).path("name").asText())
                  .matches("frame \\d+");
            });
  }

  @Test
  void shouldNameTheCaptureOfEachSarifResult() throws IOException {
    check("-T sarif " + CLEAN + " " + ODD + " " + REORDER);

    JsonNode run = json().path("runs").get(0);
    Map<String, Set<String>> rules = new HashMap<>();
    for (JsonNode result : run.path("results")) {
      JsonNode place = result.path("locations").get(0).path("physicalLocation");
      int index = place.path("artifactLocation").path("index").asInt(-1);
      String uri = place.path("artifactLocation").path("uri").asText();
      assertThat(run.path("artifacts").get(index).path("location").path("uri").asText())
          .isEqualTo(uri);
      rules.computeIfAbsent(uri, name -> new HashSet<>()).add(result.path("ruleId").asText());
    }
    assertThat(rules).containsOnlyKeys(ODD, REORDER);
    assertThat(rules.get(ODD)).contains("rpcrdma.malformed-header").doesNotContain("aeth.nak");
    assertThat(rules.get(REORDER)).contains("aeth.nak").doesNotContain("rpcrdma.malformed-header");
  }

  @Test
  void shouldWriteJunit() throws Exception {
    assertThat(check("-T junit --rules aeth.*,bth.*,mpa.* " + REORDER))
        .isEqualTo(ExitStatus.FINDINGS);
    Element suites = xml();
    assertThat(suites.getTagName()).isEqualTo("testsuites");
    Element suite = (Element) suites.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("name")).isEqualTo(REORDER);
    int cases = suite.getElementsByTagName("testcase").getLength();
    assertThat(suite.getAttribute("tests")).isEqualTo(String.valueOf(cases));
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getElementsByTagName("failure").getLength()).isEqualTo(1);
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertThat(failure.getAttribute("message")).isEqualTo("11 findings");
    assertThat(failure.getTextContent())
        .contains("NAK (PSN Sequence Error)")
        .contains("and 1 more");
    assertThat(((Element) failure.getParentNode()).getAttribute("name")).isEqualTo("aeth.nak");
    // Notes do not fail, but are there.
    assertThat(suite.getElementsByTagName("system-out").getLength()).isEqualTo(2);
  }

  /** The counts are since the capture began, so the later one is of both. */
  @Test
  void shouldTellOnceThatPacketsWereDropped() throws Exception {
    Path whole = Path.of("../testdata/captures/rocev2/rocev2-nfs41-pcapng.pcapng");
    assertThat(check("" + whole)).isEqualTo(ExitStatus.DONE);
    ByteArrayOutputStream dropped = new ByteArrayOutputStream();
    dropped.write(Files.readAllBytes(whole));
    dropped.write(droppedByInterface(7));
    dropped.write(droppedByInterface(16));
    Path file = Files.write(folder.resolve("dropped.pcapng"), dropped.toByteArray());

    out.reset();
    assertThat(check("" + file)).isEqualTo(ExitStatus.FINDINGS);
    assertThat(lines())
        .filteredOn(line -> line.contains("dropped"))
        .hasSize(2)
        .anyMatch(line -> line.contains("capture.packets-dropped"))
        .anyMatch(line -> line.endsWith("16 packets dropped while capturing"));

    out.reset();
    assertThat(check("--ignore capture.packets-dropped " + file)).isEqualTo(ExitStatus.DONE);
  }

  /** An Interface Statistics Block of interface 0 with isb_ifdrop. */
  private static byte[] droppedByInterface(int count) {
    return ByteBuffer.allocate(40)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(5)
        .putInt(40)
        .putInt(0)
        .putLong(0)
        .putShort((short) 5)
        .putShort((short) 8)
        .putLong(count)
        .putInt(0)
        .putInt(40)
        .array();
  }

  @Test
  void shouldSayThatACaptureIsCutShort() throws Exception {
    byte[] whole = Files.readAllBytes(Path.of(CLEAN));
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 5));

    assertThat(check("--json " + cut)).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(lines()).anyMatch(line -> line.contains("\"capture.cut-short\""));

    out.reset();
    assertThat(check("-T sarif " + cut)).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(json().path("runs").get(0).path("invocations").get(0).path("executionSuccessful"))
        .isEqualTo(new ObjectMapper().readTree("false"));

    out.reset();
    assertThat(check("-T junit " + cut)).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(xml().getElementsByTagName("error").getLength()).isEqualTo(1);
  }

  @Test
  void shouldNotTakeDataOfAReplyThatIsNotThereForSilence() throws IOException {
    // given a reply of which a packet came every 40 ms when the capture ended
    byte[] flowing = stretched(40_000_000);

    check("--rules rpc.silence " + Files.write(folder.resolve("flowing.pcap"), flowing));

    assertThat(lines().get(0)).startsWith("no findings");
  }

  @Test
  void shouldTakeDataThatIsSentAgainForSilence() throws IOException {
    // given such a reply, and 6 s later its last packet once more
    byte[] flowing = stretched(40_000_000);
    int last = flowing.length - LONGEST;
    byte[] again = Arrays.copyOf(flowing, flowing.length + LONGEST);
    System.arraycopy(flowing, last, again, flowing.length, LONGEST);
    ByteBuffer times = ByteBuffer.wrap(again).order(ByteOrder.LITTLE_ENDIAN);
    times.putInt(flowing.length, times.getInt(last) + 6);

    check("--rules rpc.silence " + Files.write(folder.resolve("again.pcap"), again));

    assertThat(lines().get(1))
        .endsWith(
            "nothing new moved for 6.00 s after frame 2500, to the end of the capture, and this"
                + " call waits (/export/basic/big)");
  }

  /** The first frames of a capture, with a pause before each packet of the last reply. */
  private static byte[] stretched(long pause) throws IOException {
    byte[] pcap = Files.readAllBytes(Path.of(ROCE + "rocev2-nfs3-basic.pcap"));
    ByteBuffer records = ByteBuffer.wrap(pcap).order(ByteOrder.LITTLE_ENDIAN);
    boolean nanos = records.getInt(0) == 0xa1b23c4d;
    long second = nanos ? 1_000_000_000 : 1_000_000;
    long more = 0;
    int at = 24;
    for (int frame = 1; frame <= 2500; frame++) {
      more += frame <= 2240 ? 0 : pause / (nanos ? 1 : 1000);
      long time = records.getInt(at) * second + records.getInt(at + 4) + more;
      records.putInt(at, (int) (time / second));
      records.putInt(at + 4, (int) (time % second));
      at += 16 + records.getInt(at + 8);
    }
    return Arrays.copyOf(pcap, at);
  }
}
