package org.rdmadump.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.table.ColumnType;
import org.rdmadump.analysis.table.KeptRows;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.analysis.table.TableColumn;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Tables say the same as {@code --exchanges --json} and {@code check --json}, row by row. */
class TablesOfJsonTest {
  private static final CaptureOptions OPTIONS = new CaptureOptions(false, false, 64L << 20);
  private static final ObjectMapper JSON = new ObjectMapper();

  // Made once: each time they are asked for, a registry of fields is made.
  private static final List<TableColumn> OF_EXCHANGES = Table.EXCHANGES.columns();
  private static final List<TableColumn> OF_TRANSFERS = Table.TRANSFERS.columns();
  private static final List<TableColumn> OF_FINDINGS = Table.FINDINGS.columns();

  static List<Path> captures() throws IOException {
    return ShippedCaptures.all();
  }

  private static List<JsonNode> lines(ByteArrayOutputStream out) throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      all.add(JSON.readTree(line));
    }
    return all;
  }

  private static List<JsonNode> exchanges(Path capture) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonRecordWriter writer = new JsonRecordWriter(out, /* array= */ false, false);
    writer.begin();
    MessageListener written =
        new MessageListener() {
          @Override
          public void exchange(RpcExchange exchange) {
            try {
              writer.exchange(exchange);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    try (FrameSource source = CaptureFile.open(capture)) {
      new CaptureDecoder(source, OPTIONS, written).decodeAll();
    }
    writer.end();
    writer.flush();
    return lines(out);
  }

  private static List<JsonNode> findings(Path capture) throws IOException {
    List<CheckFinding> found = new ArrayList<>();
    CaptureCheck check =
        new CaptureCheck(new RuleSelection(List.of(), List.of()), Optional.empty(), found::add);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FindingJsonWriter writer = new FindingJsonWriter(out, /* array= */ false, false);
    writer.begin();
    try (FrameSource source = CaptureFile.open(capture)) {
      CaptureDecoder decoder = new CaptureDecoder(source, OPTIONS, check);
      boolean more = true;
      while (more) {
        more = decoder.decodeNext();
      }
      var summary = decoder.finish();
      source.damage().ifPresent(each -> check.cutShort(summary.frames(), each.toString()));
      var report = check.end(summary, /* whole= */ true);
      for (CheckFinding each : found) {
        writer.finding(each);
      }
      writer.end(report);
    }
    return lines(out);
  }

  /** What JSON says, by columns, of an object whose members have the names of columns. */
  private static Map<String, Object> said(
      JsonNode object, List<TableColumn> columns, Map<String, String> names) {
    Map<String, Object> said = new LinkedHashMap<>();
    for (TableColumn each : columns) {
      String name = names.getOrDefault(each.name(), each.name());
      JsonNode value = object.at("/" + name.replace('.', '/'));
      if (!value.isMissingNode()) {
        said.put(each.name(), typed(value, each.type()));
      }
    }
    return said;
  }

  private static Object typed(JsonNode value, ColumnType type) {
    return switch (type) {
      case BOOLEAN -> value.asBoolean();
      case TEXT -> value.asText();
      default -> value.isTextual() ? Long.parseLong(value.asText()) : value.asLong();
    };
  }

  private static List<Map<String, Object>> rows(Path capture, Table table) throws IOException {
    List<Map<String, Object>> rows = KeptRows.of(capture, Optional.empty()).of(table);
    rows.forEach(each -> each.remove("capture"));
    return rows;
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveARowForEachExchange(Path capture) throws IOException {
    List<JsonNode> exchanges = exchanges(capture);
    List<Map<String, Object>> rows = rows(capture, Table.EXCHANGES);
    Map<String, String> names =
        Map.of(
            "call.time", "call.epoch_ns",
            "reply.time", "reply.epoch_ns",
            "rpc.latency_ns", "reply.rpc.latency_ns",
            "rpc.status", "reply.rpc.status",
            "rpc.program_name", "call.rpc.program_name",
            "rpc.version", "call.rpc.version",
            "rpc.procedure_name", "call.rpc.procedure_name",
            "nfs.main_operation", "call.nfs.main_operation");

    assertThat(rows).hasSameSizeAs(exchanges);
    for (int i = 0; i < rows.size(); i++) {
      Map<String, Object> said = said(exchanges.get(i), OF_EXCHANGES, names);
      assertThat(said).containsKey("xid");
      assertThat(rows.get(i)).containsAllEntriesOf(said);
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveARowForEachTransfer(Path capture) throws IOException {
    List<Map<String, Object>> wanted = new ArrayList<>();
    for (JsonNode exchange : exchanges(capture)) {
      for (JsonNode transfer : exchange.path("transfers")) {
        Map<String, Object> row = said(exchange, OF_TRANSFERS, Map.of());
        row.putAll(
            said(transfer, OF_TRANSFERS, Map.of("first_time", "first_ns", "last_time", "last_ns")));
        wanted.add(row);
      }
    }

    assertThat(rows(capture, Table.TRANSFERS)).isEqualTo(wanted);
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveARowForEachFinding(Path capture) throws IOException {
    List<Map<String, Object>> wanted = new ArrayList<>();
    for (JsonNode each : findings(capture)) {
      wanted.add(said(each, OF_FINDINGS, Map.of("nfs.path", "path")));
    }

    assertThat(rows(capture, Table.FINDINGS)).isEqualTo(wanted);
  }
}
