package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.field.Field;

/** Writes fields as objects with {@code "record": "field"}. */
public final class FieldJsonWriter {
  private FieldJsonWriter() {}

  /** Writes an object on a line for each of {@code fields} to {@code target}, which stays open. */
  public static void write(OutputStream target, List<Field<?>> fields) throws IOException {
    JsonGenerator out = JsonRecordWriter.generator(target);
    for (Field<?> field : fields) {
      out.writeStartObject();
      JsonFormat.begin(out, "field");
      out.writeStringField("name", field.name());
      out.writeStringField("type", field.type().label());
      out.writeStringField("meaning", field.meaning());
      list(out, "aliases", field.aliases());
      list(out, "values", field.values());
      out.writeEndObject();
      out.writeRaw('\n');
    }
    out.flush();
  }

  private static void list(JsonGenerator out, String name, List<String> values) throws IOException {
    out.writeArrayFieldStart(name);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }
}
