package org.rdmadump.report.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldText;

/** One line of columns at a time, as the format has it. */
final class ColumnLine {
  private static final String BETWEEN_VALUES = ",";

  /** What a value makes its column as wide as, at most. */
  private static final int WIDEST = 40;

  private final OutputStream out;
  private final ColumnFormat format;
  private final boolean flushEachLine;
  private final FieldText values = new FieldText(BETWEEN_VALUES);
  private final StringBuilder line = new StringBuilder();
  private int columns;

  /** Of aligned columns, how wide the values were so far. */
  private final List<Integer> widths = new ArrayList<>();

  /** Where the value ends that was put last, and how much room is left behind it. */
  private int padding;

  ColumnLine(OutputStream out, ColumnFormat format, boolean flushEachLine) {
    this.out = out;
    this.format = format;
    this.flushEachLine = flushEachLine;
  }

  /** Puts a column; others of the line follow. */
  void column(String value) {
    if (columns > 0) {
      line.append(" ".repeat(padding)).append(format.separator());
    }
    int from = line.length();
    format.put(value, line);
    if (format == ColumnFormat.ALIGNED) {
      align(line.length() - from);
    }
    columns++;
  }

  private void align(int length) {
    if (length == 0) {
      line.append('-');
    }
    int width = Math.max(1, length);
    if (columns == widths.size()) {
      widths.add(width);
    }
    widths.set(columns, Math.max(widths.get(columns), Math.min(width, WIDEST)));
    padding = 1 + Math.max(0, widths.get(columns) - width);
  }

  /** Ends the line with some columns. */
  void put(List<String> values) throws IOException {
    values.forEach(this::column);
    end();
  }

  /** Puts a heading, if the format has one. */
  void heading(List<? extends Field<?>> fields) throws IOException {
    if (format.hasHeading()) {
      put(fields.stream().map(Field::name).toList());
    }
  }

  /** Puts the values of a record. */
  <R> void put(List<Field<R>> fields, R record) throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      column(values.of(fields.get(i), record));
    }
    end();
  }

  private void end() throws IOException {
    line.append('\n');
    out.write(line.toString().getBytes(StandardCharsets.UTF_8));
    line.setLength(0);
    columns = 0;
    padding = 0;
    if (flushEachLine) {
      out.flush();
    }
  }
}
