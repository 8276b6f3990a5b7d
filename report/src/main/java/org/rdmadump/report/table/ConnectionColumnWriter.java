package org.rdmadump.report.table;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.WithoutRpc;

/** Prints a line for each connection with the values of some fields. */
public final class ConnectionColumnWriter {
  private final OutputStream out;
  private final List<Field<NumberedConnection>> fields;
  private final ColumnLine line;

  /**
   * A writer to {@code out}, which stays the caller's.
   *
   * @param fields the columns
   */
  public ConnectionColumnWriter(
      OutputStream out, ColumnFormat format, List<Field<NumberedConnection>> fields) {
    this.out = out;
    this.fields = fields;
    this.line = new ColumnLine(out, format, /* flushEachLine= */ false);
  }

  /** Prints a heading, if the format has one, and connections, and flushes them. */
  public void write(WithoutRpc found) throws IOException {
    line.heading(fields);
    for (NumberedConnection each : found.connections()) {
      line.put(fields, each);
    }
    out.flush();
  }
}
