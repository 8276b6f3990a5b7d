package org.rdmadump.report.json;

import java.util.HashMap;
import java.util.Map;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.frame.FieldValues;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.report.AddressTexts;

/** Writes fields that have one value or none, in the form that their type has in JSON. */
final class JsonValues implements FieldValues {
  static final byte[] NO_KEY = {};

  private final JsonOutput out;
  private final AddressTexts addresses = new AddressTexts();
  private final Map<String, byte[]> keys = new HashMap<>();
  private byte[] key = NO_KEY;
  private FieldType type = FieldType.UNSIGNED;
  private InJson when = InJson.IN_PLACE;

  JsonValues(JsonOutput out) {
    this.out = out;
  }

  @Override
  public void field(Field<?> field) {
    field(keys.computeIfAbsent(field.name(), JsonText::key), field.type(), field.inJson());
  }

  /** The value that comes next, if any, is of a field of that name and type. */
  void field(byte[] nameInJson, FieldType typeOfField, InJson inJson) {
    key = nameInJson;
    type = typeOfField;
    when = inJson;
  }

  @Override
  public boolean number(long value) {
    number(key, type, when, value);
    return true;
  }

  /** Writes a number of that name and type. */
  void number(byte[] nameInJson, FieldType typeOfField, InJson inJson, long value) {
    if (inJson == (value == 0 ? InJson.IF_TRUE : InJson.IF_FALSE)) {
      return;
    }
    out.key(nameInJson);
    int hexDigits = typeOfField.hexDigits();
    if (hexDigits > 0) {
      out.hex(value, hexDigits);
      return;
    }
    switch (typeOfField) {
      case UNSIGNED -> out.number(value);
      case TIME -> out.time(value);
      case SIGNED -> out.decimalString(value);
      case BOOLEAN -> out.bool(value != 0);
      default -> out.number(value);
    }
  }

  @Override
  public boolean named(long value, ValueNames names) {
    out.key(key);
    out.label(names.text(value));
    return true;
  }

  @Override
  public boolean named(long value, String name) {
    out.key(key);
    out.label(name);
    return true;
  }

  @Override
  public boolean text(String value) {
    out.key(key);
    out.string(value);
    return true;
  }

  @Override
  public boolean counts(Map<String, Long> texts) {
    out.key(key);
    out.beginObject();
    texts.forEach(out::put);
    out.endObject();
    return true;
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    out.key(key);
    out.hex("0x", rope.toArray(start, start + length), (int) length);
    return true;
  }

  @Override
  public boolean address(IpAddress value) {
    out.key(key);
    out.label(addresses.of(value));
    return true;
  }
}
