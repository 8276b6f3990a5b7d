package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.frame.FieldValues;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.report.AddressTexts;

/** Writes fields of headers, each of which has one value or none. */
final class FieldValuesJson implements FieldValues {
  private static final HexFormat HEX = HexFormat.of();

  private final JsonGenerator out;
  private final JsonFields fields;
  private final JsonLabels labels;
  private final AddressTexts addresses = new AddressTexts();
  private SerializedString name = new SerializedString("");
  private FieldType type = FieldType.UNSIGNED;

  FieldValuesJson(JsonGenerator out, JsonFields fields, JsonLabels labels) {
    this.out = out;
    this.fields = fields;
    this.labels = labels;
  }

  @Override
  public void field(Field<?> field) {
    name = labels.of(field.name());
    type = field.type();
  }

  @Override
  public boolean number(long value) {
    try {
      switch (type) {
        case HEX32 -> fields.hex(name, (int) value);
        case HEX64 -> fields.hex(name, value);
        case BOOLEAN -> fields.bool(name, value != 0);
        default -> fields.number(name, value);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  @Override
  public boolean named(long value, ValueNames names) {
    return text(names.text(value));
  }

  @Override
  public boolean text(String value) {
    try {
      out.writeFieldName(name);
      out.writeString(labels.of(value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    try {
      out.writeFieldName(name);
      out.writeString("0x" + HEX.formatHex(rope.toArray(start, start + length)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return true;
  }

  @Override
  public boolean address(IpAddress value) {
    return text(addresses.of(value));
  }
}
