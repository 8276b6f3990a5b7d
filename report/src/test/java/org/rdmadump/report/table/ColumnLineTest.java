package org.rdmadump.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnLineTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ColumnLine line = new ColumnLine(out, ColumnFormat.CSV, /* flushEachLine= */ false);

  @Test
  void shouldQuoteWhatWouldEndAField() throws IOException {
    line.put(List.of("a", "b"));
    line.put(List.of("x,y", "1"));
    line.put(List.of("say \"no\"", "-2"));
    line.put(List.of("two\nlines", "3"));

    assertThat(out).hasToString("a,b\n\"x,y\",1\n\"say \"\"no\"\"\",-2\ntwo\\nlines,3\n");
  }

  @Test
  void shouldKeepFormulasFromSpreadsheets() throws IOException {
    line.put(List.of("a"));
    line.put(List.of("=1+1"));

    assertThat(out).hasToString("a\n'=1+1\n");
  }

  @Test
  void shouldPutAnEmptyLineForNoColumns() throws IOException {
    line.put(List.of("a"));
    line.put(List.of());
    line.put(List.of("b"));

    assertThat(out).hasToString("a\n\nb\n");
  }

  @Test
  void shouldPutQuotationMarksAroundValuesThatAreThere() throws IOException {
    ColumnLine quoted =
        new ColumnLine(out, ColumnFormat.TABS.withSeparator(';').withQuote("\""), false);
    quoted.put(List.of("a;b", "", "say \"no\"", "two\nlines"));

    assertThat(out).hasToString("\"a;b\";;\"say \"\"no\"\"\";\"two\\nlines\"\n");
  }
}
