package org.rdmadump.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * docs/tables.md has every column. With {@code -Drdmadump.columns=FILE} the text that it should
 * have is written there.
 */
class DocumentedTablesTest {
  private static final Path PAGE = Path.of("..", "docs", "tables.md");

  @ParameterizedTest
  @EnumSource
  void shouldDocumentEveryColumn(Table table) throws IOException {
    assertThat(Files.readString(PAGE)).contains(section(table));
    assertThat(Files.readString(PAGE)).contains("| `" + table.word() + "` | " + table.row());
  }

  @Test
  void shouldDocumentNoOtherColumns() throws IOException {
    String file = System.getProperty("rdmadump.columns", "");
    if (!file.isEmpty()) {
      Files.writeString(Path.of(file), sections());
    }
    assertThat(Files.readString(PAGE)).endsWith(sections());
  }

  private static String sections() {
    StringBuilder all = new StringBuilder();
    for (Table each : Table.values()) {
      all.append(all.isEmpty() ? "" : "\n").append(section(each));
    }
    return all.toString();
  }

  private static String section(Table table) {
    StringBuilder text = new StringBuilder("### " + table.word() + "\n\n");
    text.append("| column | type | meaning |\n|---|---|---|\n");
    for (TableColumn each : table.columns()) {
      String type = each.type().name().toLowerCase(Locale.ROOT);
      text.append("| `").append(each.name()).append("` | ").append(type);
      text.append(" | ").append(each.meaning()).append(" |\n");
    }
    return text.toString();
  }
}
