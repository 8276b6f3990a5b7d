package org.rdmadump.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.analysis.table.ColumnType;
import org.rdmadump.analysis.table.KeptRows;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.analysis.table.TableColumn;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.report.json.JsonRecordWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Tables of all shipped captures, made by two threads of Spark. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TablesTest {
  private final List<Path> captures = ShippedFiles.all();
  private final Map<Path, KeptRows> kept = new LinkedHashMap<>();
  private Dataset<Row> rows;

  @BeforeAll
  void readAll() throws IOException {
    for (Path each : captures) {
      kept.put(each, KeptRows.of(each, Optional.empty()));
    }
    rows =
        RdmaCaptures.of(LocalSpark.session(), List.of(ShippedFiles.FOLDER.toUri().toString()))
            .inTasks(4)
            .rows(RdmaCaptures.tables())
            .persist(StorageLevel.DISK_ONLY());
  }

  @AfterAll
  void letGo() {
    rows.unpersist();
  }

  @ParameterizedTest
  @EnumSource
  void shouldHaveTheRowsOfEachCaptureInItsOrder(Table table) {
    Map<String, List<Map<String, Object>>> wanted = new TreeMap<>();
    kept.forEach(
        (capture, all) -> {
          List<Map<String, Object>> its = all.of(table);
          its.forEach(row -> asSparkHasIt(table, row));
          if (!its.isEmpty()) {
            wanted.put(capture.getFileName().toString(), its);
          }
        });

    Map<String, List<Map<String, Object>>> found =
        RowsOf.byFile(RdmaCaptures.pick(table.word(), rows));

    assertThat(wanted).isNotEmpty();
    assertThat(found.keySet()).isEqualTo(wanted.keySet());
    wanted.forEach((name, its) -> assertThat(found.get(name)).as(name).isEqualTo(its));
  }

  private static void asSparkHasIt(Table table, Map<String, Object> row) {
    for (TableColumn each : table.columns()) {
      if (each.type() == ColumnType.UNSIGNED) {
        row.computeIfPresent(
            each.name(), (unused, bits) -> new BigDecimal(Long.toUnsignedString((long) bits)));
      }
    }
  }

  @Test
  void shouldHaveTheExchangesThatJsonHas() throws IOException {
    Map<String, List<Map<String, Object>>> found =
        RowsOf.byFile(RdmaCaptures.pick("exchanges", rows));

    int exchanges = 0;
    for (Path each : captures) {
      List<Map<String, Object>> wanted = new ArrayList<>();
      for (JsonNode exchange : json(each)) {
        wanted.add(said(exchange));
      }
      exchanges += wanted.size();
      List<Map<String, Object>> its = found.getOrDefault(each.getFileName().toString(), List.of());
      assertThat(its).as(each.toString()).hasSameSizeAs(wanted);
      for (int i = 0; i < its.size(); i++) {
        assertThat(its.get(i)).as(each.toString()).containsAllEntriesOf(wanted.get(i));
      }
    }
    assertThat(exchanges).isGreaterThan(2000);
  }

  /** What {@code rdmadump --exchanges --json} prints. */
  private static List<JsonNode> json(Path capture) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonRecordWriter writer = new JsonRecordWriter(out, /* array= */ false, false);
    writer.begin();
    try (FrameSource source = CaptureFile.open(capture)) {
      new CaptureDecoder(source, CaptureOptions.DEFAULT, new Written(writer)).decodeAll();
    }
    writer.end();
    writer.flush();
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> all = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      all.add(mapper.readTree(line));
    }
    return all;
  }

  private record Written(JsonRecordWriter writer) implements MessageListener {
    @Override
    public void exchange(RpcExchange exchange) {
      try {
        writer.exchange(exchange);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** What JSON says of an exchange, by columns. */
  private static Map<String, Object> said(JsonNode exchange) {
    Map<String, Object> said = new LinkedHashMap<>();
    put(said, "connection", exchange, "/connection");
    put(said, "xid", exchange, "/xid");
    for (String side : List.of("call", "reply")) {
      put(said, side + ".number", exchange, "/" + side + "/number");
      put(said, side + ".send_frame", exchange, "/" + side + "/send_frame");
      put(said, side + ".rpc.length", exchange, "/" + side + "/rpc/length");
      put(said, side + ".rpcrdma.credits", exchange, "/" + side + "/rpcrdma/credits");
      put(said, side + ".rpcrdma.procedure", exchange, "/" + side + "/rpcrdma/procedure");
      JsonNode time = exchange.at("/" + side + "/epoch_ns");
      if (!time.isMissingNode()) {
        said.put(side + ".time", Long.parseLong(time.asText()));
      }
    }
    put(said, "call.src", exchange, "/call/src");
    put(said, "rpc.procedure_name", exchange, "/call/rpc/procedure_name");
    put(said, "nfs.main_operation", exchange, "/call/nfs/main_operation");
    put(said, "rpc.latency_ns", exchange, "/reply/rpc/latency_ns");
    return said;
  }

  private static void put(
      Map<String, Object> said, String column, JsonNode exchange, String pointer) {
    JsonNode value = exchange.at(pointer);
    if (value.isNumber()) {
      said.put(column, value.asLong());
    } else if (value.isTextual()) {
      said.put(column, value.asText());
    }
  }

  @Test
  void shouldHaveARowForEachCapture() {
    List<Map<String, Object>> found = RowsOf.table(RdmaCaptures.pick("captures", rows));

    assertThat(found)
        .hasSameSizeAs(captures)
        .allMatch(each -> Boolean.TRUE.equals(each.get("done")));
    assertThat(RdmaCaptures.pick("problems", rows).count()).isZero();
  }
}
