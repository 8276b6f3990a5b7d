package org.rdmadump.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.table.KeptRows;
import org.rdmadump.analysis.table.Table;

/** The queries of docs/tables.md over all shipped captures, by DuckDB. */
@Tag("duckdb")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableQueriesTest {
  private static final Path PAGE = Path.of("..", "docs", "tables.md");
  private static final Pattern QUERY =
      Pattern.compile("\n([A-Z][^\n]*\\?)\n\n```sql\n(.*?);\n```", Pattern.DOTALL);
  private static final int QUESTIONS = 10;

  private final Map<String, String> queries = new LinkedHashMap<>();
  private final List<KeptRows> captures = new ArrayList<>();
  private Path folder = PAGE;

  @BeforeAll
  void export(@TempDir Path temporary) throws IOException {
    List<Path> all = ShippedCaptures.all();
    folder = temporary.resolve("t");
    Exported exported =
        Exported.to(folder, all.stream().map(Path::toString).toArray(String[]::new));
    assertThat(exported.status()).isZero();
    for (Path each : all) {
      captures.add(KeptRows.of(each, Optional.empty()));
    }
    Matcher query = QUERY.matcher(Files.readString(PAGE));
    while (query.find()) {
      queries.put(query.group(1), query.group(2));
    }
  }

  private List<Map<String, Object>> kept(Table table, Predicate<Map<String, Object>> chosen) {
    return captures.stream().flatMap(each -> each.of(table).stream()).filter(chosen).toList();
  }

  /** The rows of the only question with these words. */
  private List<Map<String, Object>> ask(String words) throws SQLException {
    List<String> questions = queries.keySet().stream().filter(it -> it.contains(words)).toList();
    assertThat(questions).hasSize(1);
    return sql(queries.getOrDefault(questions.get(0), ""));
  }

  private List<Map<String, Object>> sql(String query) throws SQLException {
    List<Map<String, Object>> rows = new ArrayList<>();
    try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = database.createStatement();
        ResultSet result = statement.executeQuery(query.replace("'tables/", "'" + folder + "/"))) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= columns; i++) {
          Object value = result.getObject(i);
          if (value != null) {
            row.put(result.getMetaData().getColumnLabel(i), value);
          }
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static long sum(List<Map<String, Object>> rows, String column) {
    return rows.stream().mapToLong(row -> ((Number) row.getOrDefault(column, 0)).longValue()).sum();
  }

  @Test
  void shouldHaveTenQuestions() {
    assertThat(queries).hasSize(QUESTIONS);
  }

  @Test
  void shouldReadEveryTableWithAllItsRowsAndTypes() throws SQLException {
    for (Table table : Table.values()) {
      List<Map<String, Object>> counts =
          sql("SELECT count(*) AS n FROM 'tables/" + table.word() + ".parquet'");
      assertThat(sum(counts, "n")).isEqualTo(kept(table, each -> true).size());
    }
    assertThat(
            sql(
                "SELECT column_name, column_type FROM (DESCRIBE FROM 'tables/messages.parquet')"
                    + " WHERE column_name IN ('time', 'number', 'nfs.offset', 'src', 'failed')"))
        .extracting(each -> each.get("column_name") + " " + each.get("column_type"))
        .containsExactlyInAnyOrder(
            "number BIGINT",
            "time TIMESTAMPTZ_NS",
            "src VARCHAR",
            "nfs.offset UBIGINT",
            "failed BOOLEAN");
  }

  @Test
  void shouldFindTheSlowestOperations() throws SQLException {
    List<Map<String, Object>> rows = ask("operations are slowest");

    long slowest =
        kept(Table.EXCHANGES, each -> each.containsKey("rpc.latency_ns")).stream()
            .mapToLong(each -> (Long) each.getOrDefault("rpc.latency_ns", 0L))
            .max()
            .orElseThrow();
    assertThat(rows).hasSize(QUESTIONS);
    assertThat(rows)
        .extracting(each -> each.get("most_ms"))
        .contains(Math.round(slowest / 1e3) / 1e3);
  }

  @Test
  void shouldFindRetransmissions() throws SQLException {
    List<Map<String, Object>> wanted =
        kept(
            Table.CONNECTIONS,
            each ->
                sum(List.of(each), "traffic.client.retransmitted") > 0
                    || sum(List.of(each), "traffic.server.retransmitted") > 0);

    assertThat(ask("retransmitted packets")).isNotEmpty().hasSameSizeAs(wanted);
  }

  @Test
  void shouldFindTheFilesThatMovedMost() throws SQLException {
    List<Map<String, Object>> rows = ask("files moved most");

    assertThat(rows).hasSize(QUESTIONS).allMatch(each -> each.containsKey("file"));
    assertThat(sum(rows, "read_bytes") + sum(rows, "written_bytes"))
        .isPositive()
        .isLessThanOrEqualTo(
            sum(kept(Table.FILES, each -> true), "read_bytes")
                + sum(kept(Table.FILES, each -> true), "written_bytes"));
  }

  @Test
  void shouldTellHowManyCreditsWereUsed() throws SQLException {
    assertThat(ask("their credits"))
        .hasSize(QUESTIONS)
        .allMatch(each -> sum(List.of(each), "in_flight") > 0);
  }

  @Test
  void shouldCountChunks() throws SQLException {
    List<Map<String, Object>> rows = ask("chunks does each operation");

    assertThat(sum(rows, "calls"))
        .isEqualTo(kept(Table.EXCHANGES, each -> each.containsKey("call.number")).size());
    assertThat(rows)
        .anyMatch(
            each ->
                "READ".equals(each.get("operation"))
                    && ((Number) each.getOrDefault("write_chunks", 0)).doubleValue() > 0);
  }

  @Test
  void shouldFindCallsThatFailed() throws SQLException {
    assertThat(sum(ask("calls failed"), "replies"))
        .isEqualTo(kept(Table.EXCHANGES, each -> each.containsKey("failed")).size())
        .isPositive();
  }

  @Test
  void shouldCompareSendsWithTheInlineThreshold() throws SQLException {
    assertThat(ask("inline threshold"))
        .isNotEmpty()
        .allMatch(each -> sum(List.of(each), "longest_send") <= sum(List.of(each), "threshold"));
  }

  @Test
  void shouldFindCallsWithoutReply() throws SQLException {
    assertThat(ask("have no reply"))
        .isNotEmpty()
        .hasSameSizeAs(
            kept(
                Table.EXCHANGES,
                each -> each.containsKey("call.number") && !each.containsKey("reply.number")));
  }

  @Test
  void shouldTellWhereTimeGoes() throws SQLException {
    assertThat(ask("time of READ and WRITE"))
        .extracting(each -> each.get("operation"))
        .containsExactly("READ", "WRITE");
  }

  @Test
  void shouldCountFindings() throws SQLException {
    assertThat(sum(ask("`check` find"), "findings"))
        .isEqualTo(kept(Table.FINDINGS, each -> true).size());
  }

  @Test
  void shouldKeepTimesToTheNanosecond() throws SQLException {
    List<Map<String, Object>> rows =
        sql(
            "SELECT epoch_ns(time) AS ns, \"number\" AS n FROM 'tables/messages.parquet'"
                + " WHERE capture LIKE '%any-nano.pcap' ORDER BY n");

    List<Map<String, Object>> wanted =
        kept(Table.MESSAGES, each -> "rocev2-nfs41-any-nano.pcap".equals(each.get("capture")));
    assertThat(rows).isNotEmpty();
    assertThat(rows)
        .extracting(each -> each.get("ns"))
        .isEqualTo(wanted.stream().map(each -> each.get("time")).toList());
  }
}
