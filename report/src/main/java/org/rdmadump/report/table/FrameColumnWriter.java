package org.rdmadump.report.table;

import java.io.IOException;
import java.io.OutputStream;
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
  private final FieldText values = new FieldText(",");
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
    this.format = format;
    this.fields = fields;
    this.line = new ColumnLine(out, format, flushEachLine);
  }

  @Override
  public void begin() throws IOException {
    if (format.hasHeading()) {
      for (Field<FrameRecord> field : fields) {
        line.column(field.name());
      }
      line.end();
    }
  }

  @Override
  public void frame(FrameRecord frame) throws IOException {
    for (int i = 0; i < fields.size(); i++) {
      line.column(values.of(fields.get(i), frame));
    }
    line.end();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void end() throws IOException {
    out.flush();
  }
}
