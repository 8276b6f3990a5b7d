package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What tables, the first page and the report say of NVMe commands, and which ones they name. */
class NvmeTablesTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final String NVME = CAPTURES.resolve("verbs/rxe-nvme.pcap").toString();
  private static final String NFS = CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap").toString();
  private static final Terminal NARROW = new Terminal(true, false, true, false, 80, true, false);
  private static final ObjectMapper JSON = new ObjectMapper();

  private String run(Terminal terminal, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
        terminal,
        new Interruption());
    return out.toString(StandardCharsets.UTF_8);
  }

  private String run(String... arguments) {
    return run(Terminal.NONE, arguments);
  }

  private List<ObjectNode> records(String kind, String... arguments) throws IOException {
    List<ObjectNode> found = new ArrayList<>();
    for (String line : run(arguments).lines().toList()) {
      ObjectNode record = (ObjectNode) JSON.readTree(line);
      if (record.get("record").asText().equals(kind)) {
        record.remove(List.of("record", "format"));
        found.add(record);
      }
    }
    return found;
  }

  private static JsonNode data(String page) throws IOException {
    String before = "<script type=\"application/json\" id=\"data\">";
    int from = page.indexOf(before) + before.length();
    return JSON.readTree(page.substring(from, page.indexOf("</script>", from)));
  }

  @Test
  void shouldHaveTheTableOfStatsInTheReport() throws IOException {
    JsonNode shown = data(run("report", "-o", "-", NVME)).get("nvme_operations");

    assertThat(shown)
        .map(each -> (ObjectNode) each)
        .containsExactlyElementsOf(records("nvme_operation", "stats", "--json", NVME))
        .hasSize(13);
  }

  @Test
  void shouldHaveNoTableInTheReportOfACaptureWithoutCommands() throws IOException {
    assertThat(data(run("report", "-o", "-", NFS)).has("nvme_operations")).isFalse();
  }

  @Test
  void shouldListTheSlowestCommands() throws IOException {
    // given what each command's own record says
    List<ObjectNode> all = records("nvme", "--json", NVME);
    all.removeIf(each -> !each.at("/nvme").has("latency_ns"));
    all.sort(Comparator.comparing(each -> -each.at("/nvme/latency_ns").asLong()));

    List<ObjectNode> slowest = records("slow_command", "stats", "--slowest", "3", "--json", NVME);

    assertThat(slowest).hasSize(3);
    for (int i = 0; i < slowest.size(); i++) {
      JsonNode expected = all.get(i);
      ObjectNode row = slowest.get(i);
      for (String name : List.of("number", "connection", "first_frame", "last_frame", "timing")) {
        assertThat(row.remove(name)).as(name).isEqualTo(expected.get(name));
      }
      assertThat(row.remove("cid")).isEqualTo(expected.at("/nvme/cmd/cid"));
      for (String name : List.of("queue", "set", "operation", "latency_ns", "status")) {
        assertThat(row.remove(name)).as(name).isEqualTo(expected.at("/nvme/" + name));
      }
      assertThat(row).isEmpty();
    }
  }

  @Test
  void shouldListTheSlowestCommandsInTextAndCsv() {
    List<String> text = run("stats", "--slowest", "2", NVME).lines().toList();
    assertThat(text.get(0)).isEqualTo("Slowest NVMe commands");
    assertThat(text.get(2))
        .matches(" +#31 +c3 +217 +223 +1 +0x1009 +io +Read +56.9 ms +52.8 ms .* Success");

    assertThat(run("stats", "--slowest", "2", "-T", "csv", NVME).lines())
        .filteredOn(line -> line.startsWith("slow_command,"))
        .hasSize(2)
        .first()
        .asString()
        .matches(
            "slow_command,31,3,217,223,1,0x1009,io,Read,5694\\d+,5276\\d+,417\\d+,361,Success");
  }

  @Test
  void shouldListOnlyChosenCommandsAmongTheSlowest() throws IOException {
    assertThat(
            records(
                "slow_command", "stats", "--slowest", "9", "--json", "-Y", "nvme.set == io", NVME))
        .hasSize(9)
        .allSatisfy(each -> assertThat(each.get("set").asText()).isEqualTo("io"));
    assertThat(run("stats", "--slowest", "9", NFS)).doesNotContain("NVMe");
  }

  @Test
  void shouldCountErrorsByStatus() throws IOException {
    assertThat(records("nvme_operation", "stats", "--json", NVME))
        .filteredOn(each -> each.get("failed").asInt() > 0)
        .hasSize(1)
        .allSatisfy(
            each ->
                assertThat(each.get("errors")).hasToString("{\"Connect Invalid Parameters\":1}"));
    assertThat(run("stats", NVME).lines())
        .anyMatch(line -> line.matches(" +fabrics +Connect .* Connect Invalid Parameters 1"));
  }

  @Test
  void shouldNameTheSlowestAndTheFirstFailedCommandOnTheFirstPage() throws IOException {
    String page = run("summary", NVME).replaceAll("\\s+", " ");

    assertThat(page)
        .contains(
            "Failed 1 NVMe command: Connect in frame 4 on c1, Connect Invalid Parameters: data"
                + " offset 256 (SUBNQN) ")
        .contains(
            "Commands the slowest: NVMe Read in frame 217 on c3, 56.9 ms (52.8 ms to RDMA,"
                + " 4.17 ms RDMA,")
        .contains(" and 10 more kinds; 1 failed; 1 without a response ");
    JsonNode overview = records("overview", "summary", "--json", NVME).get(0);
    assertThat(overview.get("longest_command"))
        .isEqualTo(records("slow_command", "stats", "--slowest", "1", "--json", NVME).get(0));
    assertThat(overview.at("/first_failed_command/first_frame").asInt()).isEqualTo(4);
  }

  @Test
  void shouldNameNoFailedCommandWhereNoneFailed() throws IOException {
    assertThat(run("summary", "-Y", "nvme.set == io", NVME)).doesNotContain("Failed ");
    assertThat(records("overview", "summary", "--json", NFS).get(0).has("longest_command"))
        .isFalse();
  }

  @Test
  void shouldKeepCommandsOfASetTogether() throws IOException {
    // given a host that connects, sets up its controller, and then reads and writes
    List<String> names = new ArrayList<>();
    for (ObjectNode each : records("nvme_operation", "stats", "--json", NVME)) {
      names.add(each.get("set").asText() + " " + each.get("operation").asText());
    }

    assertThat(names)
        .startsWith("fabrics Connect", "fabrics Property Get", "fabrics Property Set")
        .endsWith("io Dataset Management", "io Flush", "io Read", "io Write", "io Write Zeroes")
        .contains("admin Asynchronous Event Request", "admin Get Log Page", "admin Identify");
  }

  @Test
  void shouldShowLatenciesInEightyColumns() {
    List<String> lines = run(NARROW, "stats", NVME).lines().toList();
    int title = lines.indexOf("NVMe commands");

    assertThat(lines.get(title + 1)).matches(" +count +failed +p50 +p99 +max");
    assertThat(lines)
        .anyMatch(
            line ->
                line.startsWith(
                    "  also, with --wide: mean, RDMA end mean, bytes, no response, RDMA end p50"));
  }

  /** The span of that column of the slowest commands begins where RDMA began. */
  @Test
  void shouldNameTheTimeUntilRdmaHadMovedTheDataOtherThanTheTimeOfRdma() {
    List<String> heads =
        run("stats", "--slowest", "1", NVME)
            .lines()
            .filter(line -> line.contains("RDMA "))
            .toList();

    assertThat(heads).anyMatch(line -> line.matches(".* to RDMA +RDMA +to reply .*"));
    assertThat(heads)
        .anyMatch(line -> line.matches(".* RDMA end p50 .* RDMA end max +RDMA end mean .*"))
        .noneMatch(line -> line.contains(" RDMA p50"));
  }
}
