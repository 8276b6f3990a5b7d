package org.rdmadump.report.table;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.FrameWriter;

/** Prints a line for each frame with the values of some fields, as {@link ColumnWriter} does. */
public final class FrameColumnWriter implements FrameWriter {
  private final OutputStream out;
  private final List<Field<FrameRecord>> fields;
  private final ColumnLine line;

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
    this.fields = fields;
    this.line = new ColumnLine(out, format, flushEachLine);
  }

  @Override
  public void begin() throws IOException {
    line.heading(fields);
  }

  @Override
  public void frame(FrameRecord frame) throws IOException {
    line.put(fields, frame);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
