package org.rdmadump.analysis.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldText;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.FrameWriter;

/** Prints a line for each frame with the values of some fields, as {@link ColumnWriter} does. */
public final class FrameColumnWriter implements FrameWriter {
  private final OutputStream out;
  private final ColumnFormat format;
  private final List<Field<FrameRecord>> fields;
  private final boolean flushEachLine;
  private final FieldText values = new FieldText(",");
  private final StringBuilder line = new StringBuilder();

  /**
   * A writer to {@code out}, which stays the caller's.
   *
   * @param fields the columns
   * @param flushEachLine flush after every frame
   */
  public FrameColumnWriter(
      OutputStream out,
      ColumnFormat format,
      List<Field<FrameRecord>> fields,
      boolean flushEachLine) {
    this.out = out;
    this.format = format;
    this.fields = fields;
    this.flushEachLine = flushEachLine;
  }

  @Override
  public void begin() throws IOException {
    if (format.hasHeading()) {
      for (int i = 0; i < fields.size(); i++) {
        column(i, fields.get(i).name());
      }
      endOfLine();
    }
  }

  @Override
  public void frame(FrameRecord frame) throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      column(i, values.of(fields.get(i), frame));
    }
    endOfLine();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void end() throws IOException {
    out.flush();
  }

  private void column(int index, String value) {
    if (index > 0) {
      line.append(format.separator());
    }
    format.put(value, line);
  }

  private void endOfLine() throws IOException {
    line.append('\n');
    out.write(line.toString().getBytes(StandardCharsets.UTF_8));
    line.setLength(0);
    if (flushEachLine) {
      out.flush();
    }
  }
}
