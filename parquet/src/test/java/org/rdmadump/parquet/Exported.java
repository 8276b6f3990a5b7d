package org.rdmadump.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.ParquetReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.table.Table;
import org.rdmadump.cli.Main;

/** What the command exported, read by parquet-java. */
record Exported(Path folder, int status, String said) {
  static final Path CAPTURES = Path.of("..", "testdata", "captures");

  /** Runs {@code rdmadump export --format parquet -o FOLDER} with more arguments. */
  static Exported to(Path folder, String... arguments) {
    List<String> all = new ArrayList<>(List.of("export", "--format", "parquet", "-o"));
    all.add(folder.toString());
    all.addAll(List.of(arguments));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = command(all, out, err);
    assertThat(out.size()).isZero();
    return new Exported(folder, status, err.toString(StandardCharsets.UTF_8));
  }

  /** Runs {@code rdmadump}. */
  static int command(List<String> arguments, ByteArrayOutputStream out, ByteArrayOutputStream err) {
    return Main.run(
        arguments.toArray(String[]::new),
        new ByteArrayInputStream(new byte[0]),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  /** The rows of a table, without absent values. */
  List<Map<String, Object>> rows(Table table) throws IOException {
    Hydrator<Map<String, Object>, Map<String, Object>, String> hydrator =
        new Hydrator<>() {
          @Override
          public Map<String, Object> start() {
            return new LinkedHashMap<>();
          }

          @Override
          public Map<String, Object> add(
              Map<String, Object> row, String column, @Nullable Object value) {
            if (value != null) {
              row.put(column, value);
            }
            return row;
          }

          @Override
          public Map<String, Object> finish(Map<String, Object> row) {
            return row;
          }
        };
    try (Stream<Map<String, Object>> rows =
        ParquetReader.streamContent(
            folder.resolve(table.word() + ".parquet").toFile(),
            hydrator,
            path -> String.join(".", path))) {
      return rows.toList();
    }
  }
}
