package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.field.Field;

/** Writes fields as objects with {@code "record": "field"}. */
public final class FieldJsonWriter {
  private FieldJsonWriter() {}

  /** Writes an object on a line for each of {@code fields} to {@code target}, which stays open. */
  public static void write(OutputStream target, List<Field<?>> fields) throws IOException {
    JsonOutput out = new JsonOutput(target, /* array= */ false);
    for (Field<?> field : fields) {
      out.beginRecord("field");
      out.put("name", field.name());
      out.put("type", field.type().label());
      out.put("meaning", field.meaning());
      out.put("aliases", field.aliases());
      out.put("values", field.values());
      out.endRecord();
    }
    out.flush();
  }
}
