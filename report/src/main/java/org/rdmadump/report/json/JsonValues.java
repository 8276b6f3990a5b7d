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
  private NumberForm form = new NumberForm(FieldType.UNSIGNED, InJson.IN_PLACE);

  JsonValues(JsonOutput out) {
    this.out = out;
  }

  @Override
  public void field(Field<?> field) {
    field(
        keys.computeIfAbsent(field.name(), JsonText::key),
        new NumberForm(field.type(), field.inJson()));
  }

  /** The value that comes next, if any, is of a field of that name and form. */
  void field(byte[] nameInJson, NumberForm formOfField) {
    key = nameInJson;
    form = formOfField;
  }

  @Override
  public boolean number(long value) {
    form.write(out, key, value);
    return true;
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
