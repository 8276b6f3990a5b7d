package org.rdmadump.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.report.json.JsonOutput;

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
  void write(String kind, JsonOutput out) throws IOException {
    out.beginRecord(kind);
    write(out);
    out.endRecord();
  }

  private void write(JsonOutput out) {
    for (Map.Entry<String, Object> member : members.entrySet()) {
      out.name(member.getKey());
      write(member.getValue(), out);
    }
  }

  private static void write(Object value, JsonOutput out) {
    if (value instanceof JsonObject object) {
      out.beginObject();
      object.write(out);
      out.endObject();
    } else if (value instanceof List<?> values) {
      out.beginArray();
      for (Object each : values) {
        write(each, out);
      }
      out.endArray();
    } else if (value instanceof Boolean flag) {
      out.bool(flag);
    } else if (value instanceof Number number) {
      out.number(number.longValue());
    } else {
      out.string(value.toString());
    }
  }
}
