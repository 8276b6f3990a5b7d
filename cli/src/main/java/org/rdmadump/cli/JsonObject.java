package org.rdmadump.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.report.json.JsonFormat;
import org.rdmadump.report.json.JsonRecords;

/**
 * A JSON object of few members, for what is printed rarely. What is put in it may be a text, a
 * number, a boolean, another object or a list of these.
 */
final class JsonObject {
  private final Map<String, Object> members = new LinkedHashMap<>();

  /** Adds a member. */
  JsonObject put(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /** Adds a member if there is a value. */
  JsonObject putIfPresent(String name, Optional<?> value) {
    return value.isPresent() ? put(name, value.get()) : this;
  }

  /** Adds a member if there is a value. */
  JsonObject putIfPresent(String name, OptionalInt value) {
    return value.isPresent() ? put(name, value.getAsInt()) : this;
  }

  /** Adds a member if there is a value. */
  JsonObject putIfPresent(String name, OptionalLong value) {
    return value.isPresent() ? put(name, value.getAsLong()) : this;
  }

  /** Adds a text unless it is empty. */
  JsonObject putText(String name, String text) {
    return text.isEmpty() ? this : put(name, text);
  }

  /** Writes it as a record of that kind. */
  void write(String kind, JsonGenerator out, JsonRecords records) throws IOException {
    records.separate();
    out.writeStartObject();
    JsonFormat.begin(out, kind);
    write(members, out);
    out.writeEndObject();
    records.endOfRecord();
  }

  private static void write(Map<String, Object> members, JsonGenerator out) throws IOException {
    for (Map.Entry<String, Object> member : members.entrySet()) {
      out.writeFieldName(member.getKey());
      write(member.getValue(), out);
    }
  }

  private static void write(Object value, JsonGenerator out) throws IOException {
    if (value instanceof JsonObject object) {
      out.writeStartObject();
      write(object.members, out);
      out.writeEndObject();
    } else if (value instanceof List<?> values) {
      out.writeStartArray();
      for (Object each : values) {
        write(each, out);
      }
      out.writeEndArray();
    } else {
      out.writeObject(value);
    }
  }
}
