package org.rdmadump.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTableTest {
  @Test
  void shouldQuoteWhatWouldEndAField() {
    StringBuilder text = new StringBuilder();
    CsvTable table = new CsvTable(text, List.of("a", "b"));
    table.add("x,y").add(1).end();
    table.add("say \"no\"").add(-2).end();
    table.add("two\nlines").add(3).end();

    assertThat(text).hasToString("a,b\n\"x,y\",1\n\"say \"\"no\"\"\",-2\ntwo\\nlines,3\n");
  }

  @Test
  void shouldKeepFormulasFromSpreadsheets() {
    StringBuilder text = new StringBuilder();
    new CsvTable(text, List.of("a")).add("=1+1").end();

    assertThat(text).hasToString("a\n'=1+1\n");
  }

  @Test
  void shouldLeaveALineBetweenTables() {
    StringBuilder text = new StringBuilder();
    new CsvTable(text, List.of("a")).add(1).end();
    new CsvTable(text, List.of("b")).add(2).end();

    assertThat(text).hasToString("a\n1\n\nb\n2\n");
  }
}
