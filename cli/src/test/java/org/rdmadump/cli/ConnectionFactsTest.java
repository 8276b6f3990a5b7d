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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All outputs have the same facts of connections without RPC: JSON, columns, CSV and the report.
 */
class ConnectionFactsTest {
  private static final Path VERBS = Path.of("..", "testdata", "captures", "verbs");
  private static final String DATA = "<script type=\"application/json\" id=\"data\">";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String run(String... arguments) {
    out.reset();
    assertThat(
            Main.run(
                arguments,
                InputStream.nullInputStream(),
                out,
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)))
        .isEqualTo(ExitStatus.DONE);
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<ObjectNode> records(String kind, String capture) throws IOException {
    List<ObjectNode> found = new ArrayList<>();
    for (String line : run("stats", "--json", capture).lines().toList()) {
      ObjectNode record = (ObjectNode) JSON.readTree(line);
      if (record.get("record").asText().equals(kind)) {
        record.remove(List.of("record", "format"));
        found.add(record);
      }
    }
    return found;
  }

  private static String capture(String name) {
    return VERBS.resolve(name + ".pcap").toString();
  }

  /** The members of an object as fields are called, with what columns print of them. */
  private static void flatten(String prefix, JsonNode node, Map<String, String> to) {
    for (Map.Entry<String, JsonNode> each : node.properties()) {
      String name = prefix + each.getKey();
      if (each.getKey().equals("naks")) {
        // The object has counts by code, the field the codes.
        List<String> codes = new ArrayList<>();
        each.getValue().fieldNames().forEachRemaining(codes::add);
        to.put(name, String.join(",", codes));
      } else if (each.getValue().isObject()) {
        flatten(name + ".", each.getValue(), to);
      } else {
        to.put(name, each.getValue().asText());
      }
    }
  }

  private String columns(String capture, List<String> names, String filter) {
    List<String> arguments = new ArrayList<>(List.of("--connections", "-T", "fields"));
    for (String name : names) {
      arguments.addAll(List.of("-e", name));
    }
    arguments.addAll(List.of("-Y", filter, capture));
    return run(arguments.toArray(new String[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rxe-perftest",
        "rxe-rping",
        "rxe-cm",
        "rxe-nvme",
        "siw-perftest",
        "siw-rping",
        "siw-nvme"
      })
  void shouldBeAskedForByTheNameThatJsonHas(String name) throws IOException {
    for (ObjectNode each : records("rdma_connection", capture(name))) {
      String number = each.remove("connection").asText();
      Map<String, String> members = new LinkedHashMap<>();
      flatten("connection.", each, members);
      List<String> names = List.copyOf(members.keySet());

      String values = columns(capture(name), names, "connection == " + number);

      assertThat(values).isEqualTo(String.join("\t", members.values()) + "\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-perftest", "rxe-nvme", "siw-rping"})
  void shouldBeAskedForRequestsByTheNameThatJsonHas(String name) throws IOException {
    for (ObjectNode connection : records("rdma_connection", capture(name))) {
      JsonNode number = connection.get("connection");
      Map<String, List<String>> members = new LinkedHashMap<>();
      for (ObjectNode each : records("rdma_request", capture(name))) {
        if (each.remove("connection").equals(number)) {
          Map<String, String> ofOne = new LinkedHashMap<>();
          flatten("connection.requests.", each, ofOne);
          ofOne.forEach(
              (field, value) ->
                  members.computeIfAbsent(field, any -> new ArrayList<>()).add(value));
        }
      }
      List<String> expected = members.values().stream().map(all -> String.join(",", all)).toList();

      String values =
          columns(capture(name), List.copyOf(members.keySet()), "connection == " + number);

      assertThat(values).isEqualTo(String.join("\t", expected) + "\n");
    }
  }

  /** The section of the report, up to where it says that there are more. */
  @ParameterizedTest
  @ValueSource(strings = {"rxe-perftest", "rxe-rping", "rxe-cm", "rxe-nvme", "siw-nvme"})
  void shouldBeInTheReportAsInStats(String name) throws IOException {
    List<ObjectNode> connections = records("rdma_connection", capture(name));
    List<ObjectNode> requests = records("rdma_request", capture(name));

    String page = run("report", "-o", "-", capture(name));
    int from = page.indexOf(DATA) + DATA.length();
    JsonNode data = JSON.readTree(page.substring(from, page.indexOf("</script>", from)));

    List<ObjectNode> shown = new ArrayList<>();
    List<JsonNode> shownRequests = new ArrayList<>();
    for (JsonNode each : data.get("rdma_connections")) {
      ObjectNode connection = (ObjectNode) each;
      connection.remove(List.of("name", "from_ns", "to_ns"));
      connection.remove("requests").forEach(shownRequests::add);
      shown.add(connection);
    }
    assertThat(shown).containsExactlyInAnyOrderElementsOf(connections).isNotEmpty();
    assertThat(shownRequests).containsExactlyInAnyOrderElementsOf(requests);
    assertThat(data.get("more_rdma_connections").asInt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rxe-perftest", "siw-nvme"})
  void shouldBeInCsvAsInJson(String name) throws IOException {
    List<String> lines =
        run("stats", "-T", "csv", capture(name))
            .lines()
            .filter(
                line ->
                    line.startsWith("rdma_request,")
                        || line.startsWith("record,connection,from,kind"))
            .toList();
    List<String> head = List.of(lines.get(0).split(",", -1));
    List<ObjectNode> requests = records("rdma_request", capture(name));

    assertThat(lines).hasSize(1 + requests.size());
    for (int i = 0; i < requests.size(); i++) {
      List<String> row = List.of(lines.get(i + 1).split(",", -1));
      Map<String, String> members = new LinkedHashMap<>();
      flatten("", requests.get(i), members);
      for (String column : head.subList(1, head.size())) {
        String member = column.replaceFirst("^(latency|size)_(min|p50|p99|max)(_.*)$", "$1$3.$2");
        assertThat(row.get(head.indexOf(column)))
            .as(column)
            .isEqualTo(members.getOrDefault(member, ""));
      }
    }
  }
}
