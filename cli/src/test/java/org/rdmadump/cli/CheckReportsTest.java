package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.SAXException;

/** The reports of {@code check} for other programs are what those read. */
class CheckReportsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String CLEAN = CAPTURES.resolve("rocev2/rocev2-nfs41-acl.pcap").toString();

  private static ReportSchemas schemas;

  @TempDir Path folder;

  @BeforeAll
  static void readSchemas() throws IOException, SAXException {
    schemas = ReportSchemas.read();
  }

  static List<Path> captures() throws IOException {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      return files.filter(each -> each.toString().matches(".*\\.pcap(ng)?")).sorted().toList();
    }
  }

  private static byte[] check(String format, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> all = new ArrayList<>(List.of("check", "-T", format));
    all.addAll(List.of(arguments));
    Main.run(
        all.toArray(new String[0]),
        InputStream.nullInputStream(),
        out,
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldWriteSarifByItsSchema(Path capture) throws IOException {
    schemas.assertIsSarif(check("sarif", capture.toString()));
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldWriteJunitByItsSchema(Path capture) throws IOException, SAXException {
    schemas.assertIsJunit(check("junit", capture.toString()));
  }

  @Test
  void shouldWriteBothOfSeveralFilesAndOfOneThatIsCutShort() throws IOException, SAXException {
    byte[] whole = Files.readAllBytes(Path.of(CLEAN));
    Path cut = folder.resolve("ends & <begins> ü 100%.pcap");
    Files.write(cut, Arrays.copyOf(whole, whole.length - 5));
    schemas.assertIsSarif(check("sarif", cut.toString()));
    schemas.assertIsJunit(check("junit", cut.toString()));
    schemas.assertIsSarif(check("sarif", CLEAN, cut.toString()));
    schemas.assertIsJunit(check("junit", CLEAN, cut.toString()));
  }

  @Test
  void shouldPlaceEveryResultOfSeveralFilesInAFile() throws IOException {
    String faulty = CAPTURES.resolve("rocev2/rocev2-nfs41-reorder.pcap").toString();

    JsonNode log = new ObjectMapper().readTree(check("sarif", CLEAN, faulty));

    // GitHub refuses a whole log for one result without a file.
    assertThat(log.at("/runs/0/results"))
        .isNotEmpty()
        .allSatisfy(
            result ->
                assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri").asText())
                    .endsWith("rocev2-nfs41-reorder.pcap"));
  }

  @ParameterizedTest
  @CsvSource({"rocev2/rocev2-nfs41-acl.pcap, 0", "verbs/rxe-rping.pcap, 1"})
  void shouldSayWhetherExpectedTrafficIsThere(String name, int missing) throws Exception {
    String capture = CAPTURES.resolve(name).toString();

    byte[] sarif = check("sarif", "--expect-traffic", capture);
    byte[] junit = check("junit", "--expect-traffic", capture);

    schemas.assertIsSarif(sarif);
    assertThat(
            new ObjectMapper()
                .readTree(sarif)
                .at("/runs/0/invocations/0/toolExecutionNotifications"))
        .hasSize(missing);
    schemas.assertIsJunit(junit);
    assertThat(new String(junit, StandardCharsets.UTF_8))
        .contains("name=\"input.traffic\"")
        .contains("failures=\"" + missing + "\"");
    assertThat(new String(check("junit", capture), StandardCharsets.UTF_8))
        .doesNotContain("input.traffic");
  }

  @Test
  void shouldFailNoTestCaseIfNothingIsToFail() {
    String odd = CAPTURES.resolve("rocev2/rocev2-odd.pcap").toString();

    assertThat(new String(check("junit", "--fail-on", "none", odd), StandardCharsets.UTF_8))
        .contains(" failures=\"0\"")
        .contains("<system-out>");
  }

  @Test
  void shouldNotTakeJustAnything() throws IOException {
    // Given a good report,
    ObjectNode log = (ObjectNode) new ObjectMapper().readTree(check("sarif", CLEAN));
    assertThat(schemas.sarif().validate(log)).isEmpty();
    // when it has what SARIF has not, a severity of another kind, or lacks what has to be there
    ObjectNode more = log.deepCopy().put("findings", 1);
    ObjectNode otherLevel = log.deepCopy();
    ((ObjectNode) otherLevel.at("/runs/0/tool/driver/rules/0/defaultConfiguration"))
        .put("level", "fatal");
    ObjectNode toolless = log.deepCopy();
    ((ObjectNode) toolless.at("/runs/0")).remove("tool");
    // then the schema says so.
    assertThat(schemas.sarif().validate(more)).isNotEmpty();
    assertThat(schemas.sarif().validate(otherLevel)).isNotEmpty();
    assertThat(schemas.sarif().validate(toolless)).isNotEmpty();
  }
}
