package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.frame.FieldValues;
import org.rdmadump.analysis.frame.HeaderKinds;
import org.rdmadump.analysis.frame.Layer;
import org.rdmadump.analysis.frame.LayerChoice;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.report.AddressTexts;

/** Prints the layers of a frame below its line: one line each, or one for every field. */
final class FrameDetails implements FieldValues {
  private static final int LAYER = 8;
  private static final int FIELD = 12;
  private static final int NAME_WIDTH = 14;
  private static final int FIELD_WIDTH = 26;

  /** Bytes that are shown where a layer is one line. */
  private static final int BYTES_IN_LINE = 16;

  private final HeaderKinds kinds = new HeaderKinds();
  private final AddressTexts addresses = new AddressTexts();
  private final LayerChoice choice;
  private final boolean everyField;
  private AsciiBuffer line = new AsciiBuffer();
  private String name = "";
  private FieldType type = FieldType.UNSIGNED;
  private boolean first;

  /** Gets the fields of a line, each apart, if that was asked for. */
  private @Nullable List<String> clauses;

  FrameDetails(LayerChoice choice, boolean everyField) {
    this.choice = choice;
    this.everyField = everyField;
  }

  /** Appends the layers that are chosen; every line ends with a line feed. */
  void put(AsciiBuffer to, List<Layer> layers) {
    line = to;
    for (Layer layer : layers) {
      if (choice.has(layer.name())) {
        putLayer(layer);
      }
    }
  }

  /** Appends every field of a layer without its name, a line each. */
  void putFields(AsciiBuffer to, Layer layer) {
    line = to;
    kinds.show(layer, this);
  }

  /** {@return the fields of a layer, each as a line has it: {@code name value}} */
  List<String> clauses(Layer layer) {
    List<String> all = new ArrayList<>();
    line = new AsciiBuffer();
    first = true;
    clauses = all;
    kinds.show(layer, this);
    clauses = null;
    if (!first) {
      all.add(line.toString());
    }
    return all;
  }

  private void putLayer(Layer layer) {
    String label = layer.name().label();
    line.spaces(LAYER).put(label);
    first = true;
    if (everyField) {
      line.spaces(NAME_WIDTH - label.length()).put(layer.name().meaning()).newline();
      kinds.show(layer, this);
    } else {
      line.spaces(NAME_WIDTH - label.length());
      kinds.show(layer, this);
      line.newline();
    }
  }

  @Override
  public void field(Field<?> field) {
    name = field.name();
    type = field.type();
  }

  /** Appends the name of the field in front of its value. */
  private void begin() {
    if (everyField) {
      line.spaces(FIELD).put(name).spaces(Math.max(1, FIELD_WIDTH - name.length()));
    } else {
      separate();
      line.put(name).put(' ');
    }
  }

  /** Ends the field before, of those in one line. */
  private void separate() {
    if (!first && clauses != null) {
      clauses.add(line.toString());
      line.clear();
    } else if (!first) {
      line.put(", ");
    }
    first = false;
  }

  private boolean end() {
    if (everyField) {
      line.newline();
    }
    return true;
  }

  @Override
  public boolean number(long value) {
    if (type == FieldType.BOOLEAN && !everyField) {
      if (value != 0) {
        separate();
        line.put(name);
      }
      return true;
    }
    begin();
    switch (type) {
      case HEX8, HEX16 -> line.put("0x").putHexDigits(value, type.hexDigits());
      case HEX32 -> line.putHex((int) value);
      case HEX64 -> line.putHex(value);
      case BOOLEAN -> line.put(value != 0 ? "yes" : "no");
      default -> line.putDecimal(value);
    }
    return end();
  }

  @Override
  public boolean named(long value, ValueNames names) {
    begin();
    String text = names.text(value);
    line.put(text);
    if (everyField && !text.startsWith("0x")) {
      line.put(String.format(Locale.US, " (%d)", value));
    }
    return end();
  }

  @Override
  public boolean text(String value) {
    begin();
    line.put(value);
    return end();
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    begin();
    long shown = everyField ? length : Math.min(length, BYTES_IN_LINE);
    line.put("0x");
    for (long i = start; i < start + shown; i++) {
      line.putHexDigits(rope.byteAt(i) & 0xff, 2);
    }
    line.put(shown < length ? "..." : "");
    return end();
  }

  @Override
  public boolean address(IpAddress value) {
    return text(addresses.of(value));
  }
}
