package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.natives.Run;
import org.rdmadump.testing.Needs;

/** The commands of {@code action.yml}, run as GitHub runs them, with the inputs of a user. */
class CiTemplatesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path CAPTURES = ROOT.resolve("testdata/captures/rocev2");
  private static final Path CLEAN = CAPTURES.resolve("rocev2-nfs41-acl.pcap");
  private static final Path FAULTY = CAPTURES.resolve("rocev2-nfs41-reorder.pcap");

  private static final Pattern INPUT =
      Pattern.compile(
          "(?m)^  ([a-z-]+):\n    description: .+\n    (?:default: (.*)|required: true)$");
  private static final Pattern VARIABLE =
      Pattern.compile("(?m)^        ([A-Z_]+): \\$\\{\\{ inputs\\.([a-z-]+) }}$");
  private static final Pattern COMMANDS =
      Pattern.compile("(?m)^      run: [|]\n((?:        .+\n)+)");

  @TempDir Path folder;
  private Path reports;
  private String action;

  @BeforeEach
  void readAction() throws IOException {
    Needs.command("bash", "bash");
    action = Files.readString(ROOT.resolve("action.yml"));
    reports = folder.resolve("rdmadump-reports");
  }

  @Test
  void shouldPassAGoodCaptureAndWriteEveryReport() throws Exception {
    Run run = run(Map.of("captures", CLEAN.toString(), "baseline", CLEAN.toString()));

    assertThat(run.status()).as(run.output()).isZero();
    ReportSchemas schemas = ReportSchemas.read();
    schemas.assertIsSarif(report("check.sarif"));
    schemas.assertIsJunit(report("check.xml"));
    schemas.assertIsJunit(report("conformance.xml"));
    schemas.assertIsJunit(report("compare.xml"));
    assertThat(report("conformance.json")).asString().contains("\"outcome\":\"pass\"");
    assertThat(report("report.html")).asString().endsWith("</html>\n");
  }

  @Test
  void shouldFailByFindingsAndWriteEveryReportAllTheSame() throws Exception {
    String both = CAPTURES.resolve("rocev2-nfs41-ac*.pcap") + "\n" + FAULTY;

    Run run = run(Map.of("captures", both));

    assertThat(run.status()).as(run.output()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(run.output()).contains("aeth.nak");
    JsonNode log = new ObjectMapper().readTree(report("check.sarif"));
    assertThat(log.at("/runs/0/results").findValuesAsText("ruleId")).contains("aeth.nak");
    assertThat(log.at("/runs/0/artifacts")).hasSize(2);
    ReportSchemas.read().assertIsSarif(report("check.sarif"));
    ReportSchemas.read().assertIsJunit(report("check.xml"));
    assertThat(reports.resolve("report.html")).isNotEmptyFile();
    assertThat(reports.resolve("compare.xml")).doesNotExist();
  }

  @Test
  void shouldFailOnWhatTheUserChooses() throws Exception {
    Map<String, String> inputs = Map.of("captures", FAULTY.toString(), "fail-on", "error");

    assertThat(run(inputs).status()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"'', false, 0", "'', true, 1", "failures, true, 0", "none, true, 0"})
  void shouldCompareExactlyIfTheUserSaysSo(String differences, String exact, int status)
      throws Exception {
    // Given two runs of one workload whose calls are not quite the same,
    Path other = ROOT.resolve("testdata/captures/iwarp/iwarp-nfs41-ipv6.pcap");
    Map<String, String> inputs =
        Map.of(
            "captures",
            CAPTURES.resolve("rocev2-nfs41-ipv6.pcap").toString(),
            "baseline",
            other.toString(),
            "fail-on",
            "none",
            "differences",
            differences,
            "exact",
            exact);
    // when they are compared, then it is the user who says whether that matters.
    Run run = run(inputs);
    assertThat(run.status()).as(run.output()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"True", "yes", "1"})
  void shouldNotTakeWhatItDoesNotKnowForInexact(String exact) throws Exception {
    Run run = run(Map.of("captures", CLEAN.toString(), "exact", exact));

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.output())
        .isEqualTo("rdmadump-ci: RDMADUMP_EXACT is true or false, not " + exact + "\n");
  }

  @Test
  void shouldLeaveNoReportOfAnEarlierRun() throws Exception {
    assertThat(run(Map.of("captures", CLEAN.toString(), "baseline", CLEAN.toString())).status())
        .isZero();
    assertThat(reports.resolve("compare.xml")).exists();

    assertThat(run(Map.of("captures", CLEAN.toString())).status()).isZero();
    assertThat(reports.resolve("compare.xml")).doesNotExist();
    assertThat(reports.resolve("check.xml")).exists();

    assertThat(run(Map.of("captures", "none/*.pcap")).status()).isEqualTo(ExitStatus.USAGE);
    assertThat(reports).isEmptyDirectory();
  }

  @Test
  void shouldSayThatACaptureIsNotWhole() throws Exception {
    byte[] whole = Files.readAllBytes(CLEAN);
    Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(whole, whole.length - 5));

    Run run = run(Map.of("captures", cut.toString()));

    assertThat(run.status()).as(run.output()).isEqualTo(ExitStatus.UNREADABLE);
  }

  @Test
  void shouldLeaveNoEmptyReports() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.pcap"));

    Run run = run(Map.of("captures", empty.toString()));

    assertThat(run.status()).as(run.output()).isEqualTo(ExitStatus.UNREADABLE);
    assertThat(reports).isEmptyDirectory();
  }

  @Test
  void shouldAddToALogThatIsAFile() throws Exception {
    // Given a job whose standard output is a file, to which it wrote already,
    String script =
        "exec >log\necho before\nRDMADUMP_CAPTURES=%s RDMADUMP=%s %s\necho after"
            .formatted(
                quoted(FAULTY.toString()),
                quoted(program().toString()),
                quoted(ROOT.resolve("packaging/ci/check").toString()));
    // when it checks a capture,
    Run run = Run.of(List.of("bash", "-c", script), folder);
    // then the findings are between what it wrote before and behind.
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(Files.readString(folder.resolve("log")))
        .startsWith("before\n")
        .contains("aeth.nak")
        .endsWith("\nafter\n");
  }

  @Test
  void shouldKeepTheReportsOfGitLabInTheFolderThatTheUserNames() throws IOException {
    String template = Files.readString(ROOT.resolve("packaging/ci/gitlab.yml"));

    assertThat(template.substring(template.indexOf("\n  artifacts:")))
        .contains("\n      - $RDMADUMP_REPORTS\n", "\n      junit: $RDMADUMP_REPORTS/*.xml\n")
        .doesNotContain("rdmadump-reports");
  }

  @Test
  void shouldNotPassWithoutACapture() throws Exception {
    Run none = run(Map.of("captures", "none/*.pcap"));
    assertThat(none.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(none.output()).isEqualTo("rdmadump-ci: no capture: none/*.pcap\n");

    assertThat(run(Map.of("captures", "")).status()).isEqualTo(ExitStatus.USAGE);
    assertThat(reports).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"2147483647, 0", "500, 3"})
  void shouldRunTheScriptOfThePage(int bytes, int status) throws Exception {
    // Given captures of today and yesterday, and the script of the page,
    byte[] whole = Files.readAllBytes(CLEAN);
    Files.write(folder.resolve("yesterday.pcap"), whole);
    Files.write(folder.resolve("today.pcap"), Arrays.copyOf(whole, Math.min(bytes, whole.length)));
    // when it runs,
    Run run = gates();
    // then its status is the highest of all gates.
    assertThat(run.status()).as(run.output()).isEqualTo(status);
  }

  @Test
  void shouldFailInTheScriptOfThePageByAnyGate() throws Exception {
    Files.copy(FAULTY, folder.resolve("yesterday.pcap"));
    Files.copy(FAULTY, folder.resolve("today.pcap"));

    Run run = gates();

    assertThat(run.status()).as(run.output()).isEqualTo(ExitStatus.NO_MATCH);
    assertThat(run.output()).contains("NFS v4.1 READ");
  }

  /** Runs the script of the page, with the program in its path. */
  private Run gates() throws IOException, InterruptedException {
    Matcher script =
        Pattern.compile("(?s)<!-- ci: gates -->\n```sh\n(.+?)```")
            .matcher(Files.readString(ROOT.resolve("docs/ci.md")));
    assertThat(script.find()).isTrue();
    Files.copy(program(), folder.resolve("rdmadump"), StandardCopyOption.COPY_ATTRIBUTES);
    return Run.of(List.of("sh", "-c", "PATH=$PWD:$PATH\n" + script.group(1)), folder);
  }

  @Test
  void shouldHaveAPageThatNamesEveryInput() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/ci.md"));

    assertThat(inputs().keySet())
        .hasSize(8)
        .allSatisfy(input -> assertThat(page).contains("\n| `" + input + "` | "));
  }

  private byte[] report(String name) throws IOException {
    return Files.readAllBytes(reports.resolve(name));
  }

  /** The inputs of the Action, with the defaults. */
  private Map<String, String> inputs() {
    Map<String, String> inputs = new LinkedHashMap<>();
    Matcher input = INPUT.matcher(action);
    while (input.find()) {
      inputs.put(input.group(1), input.group(2) == null ? "" : input.group(2).replace("'", ""));
    }
    return inputs;
  }

  private Run run(Map<String, String> given) throws IOException, InterruptedException {
    Map<String, String> inputs = inputs();
    assertThat(inputs).containsKeys(given.keySet().toArray(String[]::new));
    inputs.putAll(given);
    inputs.put("rdmadump", program().toString());
    StringBuilder script =
        new StringBuilder("export GITHUB_ACTION_PATH=" + quoted(ROOT.toString()));
    Matcher variable = VARIABLE.matcher(action);
    while (variable.find()) {
      String value = inputs.getOrDefault(variable.group(2), "");
      script.append("\nexport ").append(variable.group(1)).append('=').append(quoted(value));
    }
    Matcher commands = COMMANDS.matcher(action);
    assertThat(commands.find()).isTrue();
    script.append('\n').append(commands.group(1));
    // As GitHub starts the shell.
    return Run.of(
        List.of("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script.toString()),
        folder);
  }

  /** A program with the classes under test. */
  private Path program() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classes = System.getProperty("java.class.path");
    Path program = folder.resolve("program");
    Files.writeString(
        program,
        "#!/bin/sh\nexec %s -XX:TieredStopAtLevel=1 -cp %s org.rdmadump.cli.Main \"$@\"\n"
            .formatted(quoted(java.toString()), quoted(absolute(classes))));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  private static String absolute(String classPath) {
    return String.join(
        ":",
        Arrays.stream(classPath.split(":", -1))
            .map(each -> Path.of(each).toAbsolutePath().toString())
            .toList());
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
