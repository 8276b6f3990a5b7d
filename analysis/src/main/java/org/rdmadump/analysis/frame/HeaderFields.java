package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueNames;

/**
 * The fields of one type of header, named without their layer.
 *
 * @param <H> the type
 */
final class HeaderFields<H extends Record> {
  /** How numbers of 16 bits are shown that people know in hexadecimal. */
  static final ValueNames HEX16 = value -> String.format(Locale.ROOT, "0x%04x", value);

  private final LayerName layer;
  private final Class<H> type;
  private final List<Field<H>> fields = new ArrayList<>();

  HeaderFields(LayerName layer, Class<H> type) {
    this.layer = layer;
    this.type = type;
  }

  /** Adds a field, with the names that Wireshark has for it. */
  HeaderFields<H> add(
      String name, FieldType of, String meaning, FieldReader<H> reader, String... aliases) {
    fields.add(new Field<>(name, of, meaning, reader).also(aliases));
    return this;
  }

  /**
   * Says what values of the field that was added last are called, if it is all that they can be.
   */
  HeaderFields<H> named(List<String> values) {
    int last = fields.size() - 1;
    fields.set(last, fields.get(last).named(values));
    return this;
  }

  /** {@return the layer that such a header is} */
  LayerName layer() {
    return layer;
  }

  /** {@return the type} */
  Class<H> type() {
    return type;
  }

  /** {@return the fields, in the order of the wire for the most part} */
  List<Field<H>> fields() {
    return fields;
  }
}
