package org.rdmadump.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.export.ShippedCaptures;

/** Messages, their segments and exchanges as tables say the same as the reviewed JSON. */
class TablesOfGoldensTest {
  private static final Path GOLDEN = Path.of("..", "testdata", "golden");

  /** What JSON has in another place, or not. */
  private static final Set<String> NOT_COMPARED =
      Set.of(
          "capture",
          "failed",
          "rpcordma.reads_count",
          "rpcordma.writes_count",
          "rpcordma.reply_count",
          "nfs.path");

  /** Fields of operations, of which the first one with a value counts. */
  private static final Set<String> OF_OPERATIONS = Set.of("nfs.fh", "nfs.offset", "nfs.count");

  private static final List<TableColumn> COLUMNS = Table.MESSAGES.columns();
  private static final List<TableColumn> COLUMNS_OF_EXCHANGES = Table.EXCHANGES.columns();

  static List<Path> captures() throws IOException {
    return ShippedCaptures.all();
  }

  private static List<JsonNode> golden(Path capture) throws IOException {
    List<JsonNode> messages = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    Path golden = GOLDEN.resolve(capture.getFileName() + ".ndjson.gz");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(golden)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode record = json.readTree(line);
        if (record.path("record").asText().equals("message")) {
          messages.add(record);
        }
      }
    }
    return messages;
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveARowForEachMessageWithTheValuesOfJson(Path capture) throws IOException {
    List<JsonNode> golden = golden(capture);
    List<Map<String, Object>> rows = KeptRows.of(capture, Optional.empty()).of(Table.MESSAGES);
    assertThat(rows).hasSameSizeAs(golden);
    for (int i = 0; i < rows.size(); i++) {
      Map<String, Object> wanted = new LinkedHashMap<>();
      for (TableColumn each : COLUMNS) {
        if (!NOT_COMPARED.contains(each.name())) {
          value(golden.get(i), each, each.name()).ifPresent(it -> wanted.put(each.name(), it));
        }
      }
      Map<String, Object> row = new LinkedHashMap<>(rows.get(i));
      row.keySet().removeAll(NOT_COMPARED);
      assertThat(row).isEqualTo(wanted);
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveARowForEachSegmentThatMessagesList(Path capture) throws IOException {
    List<List<Object>> wanted = new ArrayList<>();
    for (JsonNode message : golden(capture)) {
      JsonNode header = message.get("rpcrdma");
      chunks(message, "read", header.path("read_chunks"), wanted);
      chunks(message, "write", header.path("write_chunks"), wanted);
      if (header.has("reply_chunk")) {
        chunk(message, "reply", 1, header.get("reply_chunk"), wanted);
      }
    }
    List<List<Object>> rows = new ArrayList<>();
    for (Map<String, Object> each : KeptRows.of(capture, Optional.empty()).of(Table.SEGMENTS)) {
      List<Object> row = new ArrayList<>();
      for (String column : List.of("number", "list", "chunk", "handle", "length", "offset")) {
        row.add(each.get(column));
      }
      row.add(each.getOrDefault("position", -1L));
      row.add(each.getOrDefault("transferred", -1L));
      rows.add(row);
    }
    assertThat(rows).isEqualTo(wanted);
  }

  private static void chunks(
      JsonNode message, String list, JsonNode chunks, List<List<Object>> segments) {
    int chunk = 0;
    for (JsonNode each : chunks) {
      chunk(message, list, ++chunk, each, segments);
    }
  }

  private static void chunk(
      JsonNode message, String list, int chunk, JsonNode listed, List<List<Object>> segments) {
    for (JsonNode each : listed.get("segments")) {
      segments.add(
          List.of(
              message.get("number").asLong(),
              list,
              (long) chunk,
              each.get("handle").asText(),
              each.get("length").asLong(),
              each.get("offset").asText(),
              listed.path("position").asLong(-1),
              each.path("transferred").asLong(-1)));
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveExchangesWithTheValuesOfTheirCallsAndReplies(Path capture) throws IOException {
    List<JsonNode> golden = golden(capture);
    for (Map<String, Object> row : KeptRows.of(capture, Optional.empty()).of(Table.EXCHANGES)) {
      Optional<JsonNode> call = message(golden, row, "call.number");
      Optional<JsonNode> reply = message(golden, row, "reply.number");
      for (TableColumn each : COLUMNS_OF_EXCHANGES) {
        String name = each.name();
        Optional<JsonNode> of = name.startsWith("call.") ? call : reply;
        boolean isOfOne = name.startsWith("call.") || name.startsWith("reply.");
        String field = name.replaceFirst("^(call|reply)\\.", "");
        if (isOfOne && !NOT_COMPARED.contains(field)) {
          assertThat(Optional.ofNullable(row.get(name)))
              .as("%s of %s", name, row)
              .isEqualTo(of.flatMap(message -> value(message, each, field)));
        }
      }
      assertThat(row.get("rpc.latency_ns"))
          .isEqualTo(
              reply
                  .map(message -> message.path("rpc").path("latency_ns"))
                  .filter(JsonNode::isNumber)
                  .map(JsonNode::asLong)
                  .orElse(null));
      String status = reply.map(each -> each.path("nfs").path("status").asText()).orElse("");
      if (!status.isEmpty()) {
        assertThat(row).containsEntry("nfs.status", status);
      }
    }
  }

  private static Optional<JsonNode> message(
      List<JsonNode> golden, Map<String, Object> row, String number) {
    return row.containsKey(number)
        ? Optional.of(golden.get((int) KeptRows.number(row, number) - 1))
        : Optional.empty();
  }

  private static Optional<Object> value(JsonNode message, TableColumn column, String field) {
    String name =
        switch (field) {
          case "time" -> "epoch_ns";
          case "completed_time" -> "completed_epoch_ns";
          default -> field;
        };
    if (OF_OPERATIONS.contains(field)) {
      return ofOperations(message, name.substring(name.indexOf('.') + 1), column);
    }
    JsonNode at = message.at("/" + name.replace('.', '/'));
    if (at.isMissingNode()) {
      return absent(message, field);
    }
    return Optional.of(typed(at, column));
  }

  private static Optional<Object> ofOperations(JsonNode message, String name, TableColumn column) {
    for (JsonNode each : message.path("nfs").path("operations")) {
      if (each.has(name)) {
        return Optional.of(typed(each.get(name), column));
      }
      // Operations of version 4.2 have names of their own: aa_offset of ALLOCATE.
      for (String prefix : List.of("aa_", "ca_", "cl_", "da_", "sa_", "sr_")) {
        if (each.has(prefix + name)) {
          return Optional.of(typed(each.get(prefix + name), column));
        }
      }
      // The same in the reply to COPY: write_response4 (RFC 7862 section 15.2.2).
      JsonNode copied = each.path("cr_response").path("wr_" + name);
      if (!copied.isMissingNode()) {
        return Optional.of(typed(copied, column));
      }
      // NFS version 4 has no count in a WRITE: it is the length of the data.
      if (name.equals("count") && each.path("op").asText().equals("WRITE") && each.has("data")) {
        return Optional.of(typed(each.get("data").get("length"), column));
      }
    }
    return Optional.empty();
  }

  /** JSON leaves out what is usual. */
  private static Optional<Object> absent(JsonNode message, String field) {
    return switch (field) {
      case "delivered" -> Optional.of(true);
      case "rpcrdma.malformed" -> Optional.of(false);
      case "nfs.status" -> ofProcedure(message, "status");
      default -> Optional.empty();
    };
  }

  /** The status of a version of NFS without compounds. */
  private static Optional<Object> ofProcedure(JsonNode message, String name) {
    JsonNode operations = message.path("nfs").path("operations");
    return operations.size() == 1 && operations.get(0).has(name)
        ? Optional.of(operations.get(0).get(name).asText())
        : Optional.empty();
  }

  private static Object typed(JsonNode value, TableColumn column) {
    return switch (column.type()) {
      case BOOLEAN -> value.asBoolean();
      case TEXT -> value.asText();
      default -> value.isTextual() ? Long.parseLong(value.asText()) : value.asLong();
    };
  }
}
