package org.rdmadump.report.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldText;
import org.rdmadump.report.table.ColumnFormat.Occurrence;

/** One line of columns at a time, as the format has it. */
final class ColumnLine {
  /** What a value makes its column as wide as, at most. */
  private static final int WIDEST = 40;

  private final OutputStream out;
  private final ColumnFormat format;
  private final boolean aligned;
  private final boolean flushEachLine;
  private final FieldText values;
  private final StringBuilder line = new StringBuilder();
  private int columns;

  /** Of aligned columns, how wide the values were so far. */
  private final List<Integer> widths = new ArrayList<>();

  /** Where the value ends that was put last, and how much room is left behind it. */
  private int padding;

  ColumnLine(OutputStream out, ColumnFormat format, boolean flushEachLine) {
    this.out = out;
    this.format = format;
    this.aligned = format.equals(ColumnFormat.ALIGNED);
    this.values = new FieldText(String.valueOf(format.aggregator()));
    this.flushEachLine = flushEachLine;
  }

  /** Puts a column; others of the line follow. */
  void column(String value) {
    if (columns > 0) {
      line.append(" ".repeat(padding)).append(format.separator());
    }
    int from = line.length();
    format.put(value, line);
    if (aligned) {
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
    if (!format.hasHeading()) {
      return;
    }
    List<String> names = fields.stream().<String>map(Field::name).toList();
    if (format.quote().isEmpty()) {
      put(names);
    } else {
      // Names need no quotation marks, and have none in tshark.
      line.append(String.join(String.valueOf(format.separator()), names));
      end();
    }
  }

  /** Puts the values of a record. */
  <R> void put(List<Field<R>> fields, R record) throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      column(values(fields.get(i), record));
    }
    end();
  }

  private <R> String values(Field<R> field, R record) {
    if (format.occurrence() == Occurrence.ALL) {
      return values.of(field, record);
    }
    boolean first = format.occurrence() == Occurrence.FIRST;
    List<String> some = values.list(field, record, first ? 1 : Integer.MAX_VALUE);
    return some.isEmpty() ? "" : some.get(some.size() - 1);
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
