package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** What stands around and between records: a line for each, or commas and brackets of an array. */
public final class JsonRecords {
  private final JsonGenerator out;
  private final boolean array;
  private boolean first = true;

  /**
   * Records that {@code out} writes.
   *
   * @param array put brackets around all records and commas between them
   */
  public JsonRecords(JsonGenerator out, boolean array) {
    this.out = out;
    this.array = array;
  }

  /** Opens the array, if there is to be one. */
  public void begin() throws IOException {
    if (array) {
      out.writeRaw("[\n");
    }
  }

  /** Separates the record that follows from the one before. */
  public void separate() throws IOException {
    if (array && !first) {
      out.writeRaw(",\n");
    }
    first = false;
  }

  /** Ends the line of a record, if it has one of its own. */
  public void endOfRecord() throws IOException {
    if (!array) {
      out.writeRaw('\n');
    }
  }

  /** Closes the array, if there is one, and flushes. */
  public void end() throws IOException {
    if (array) {
      out.writeRaw(first ? "]\n" : "\n]\n");
    }
    out.flush();
  }
}
