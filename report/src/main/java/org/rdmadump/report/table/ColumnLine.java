package org.rdmadump.report.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** One line of columns at a time, as the format has it. */
final class ColumnLine {
  private final OutputStream out;
  private final ColumnFormat format;
  private final boolean flushEachLine;
  private final StringBuilder line = new StringBuilder();
  private int columns;

  ColumnLine(OutputStream out, ColumnFormat format, boolean flushEachLine) {
    this.out = out;
    this.format = format;
    this.flushEachLine = flushEachLine;
  }

  void column(String value) {
    if (columns++ > 0) {
      line.append(format.separator());
    }
    format.put(value, line);
  }

  void end() throws IOException {
    line.append('\n');
    out.write(line.toString().getBytes(StandardCharsets.UTF_8));
    line.setLength(0);
    columns = 0;
    if (flushEachLine) {
      out.flush();
    }
  }
}
