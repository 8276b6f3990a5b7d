package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;

/** Which version of the JSON format is written, and how a record says what it is. */
public final class JsonFormat {
  /**
   * The version of the format of all records. It grows when a field changes its type or meaning, or
   * goes; a field that is added leaves it as it is.
   */
  public static final int VERSION = 2;

  private static final SerializedString RECORD = new SerializedString("record");
  private static final SerializedString FORMAT = new SerializedString("format");

  private JsonFormat() {}

  /** Writes the first two fields of a record: what it is, and the version of its format. */
  public static void begin(JsonGenerator out, SerializedString record) throws IOException {
    out.writeFieldName(RECORD);
    out.writeString(record);
    format(out);
  }

  /** Writes the first two fields of a record: what it is, and the version of its format. */
  public static void begin(JsonGenerator out, String record) throws IOException {
    out.writeFieldName(RECORD);
    out.writeString(record);
    format(out);
  }

  private static void format(JsonGenerator out) throws IOException {
    out.writeFieldName(FORMAT);
    out.writeNumber(VERSION);
  }
}
