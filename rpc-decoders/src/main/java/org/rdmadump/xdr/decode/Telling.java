package org.rdmadump.xdr.decode;

import java.util.Optional;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrType;

/**
 * The summary of a value in one line: what is declared as telling, and nothing else is decoded.
 *
 * <pre>fh:0x8c2a3f01 offset 1048576 count 1048576 FILE_SYNC</pre>
 */
public final class Telling {
  private static final int MOST_ELEMENTS = 8;
  private static final long MICROS = 1_000;
  private static final int FRACTION_DIGITS = 9;

  private final StringBuilder out;

  private Telling(StringBuilder out) {
    this.out = out;
  }

  /**
   * Appends the summary of arguments or results, without spaces at its ends; nothing if nothing in
   * them is telling or what is cannot be read. Of a union, the discriminant is left to the caller.
   */
  public static void append(XdrValue value, StringBuilder out) {
    Telling telling = new Telling(out);
    if (value instanceof XdrUnion union) {
      XdrValue arm = union.arm();
      if (arm instanceof XdrStruct struct) {
        telling.members(struct);
      } else if (arm.field().isTelling()) {
        telling.value(arm);
      }
    } else if (value instanceof XdrStruct struct) {
      telling.members(struct);
    } else if (value.field().isTelling()) {
      telling.value(value);
    }
  }

  private void members(XdrStruct struct) {
    for (int i = 0; i < struct.size(); i++) {
      if (struct.fieldAt(i).isTelling()) {
        value(struct.get(i));
      }
    }
  }

  private void value(XdrValue value) {
    XdrField field = value.field();
    if (value instanceof XdrNumber number) {
      number(field, number);
    } else if (value instanceof XdrBytes bytes) {
      bytes(field, bytes);
    } else if (value instanceof XdrArray array) {
      array(field, array);
    } else if (value instanceof XdrStruct struct) {
      struct(field, struct);
    } else if (value instanceof XdrUnion union) {
      union(field, union);
    }
  }

  private void union(XdrField field, XdrUnion union) {
    int before = out.length();
    label(field);
    int behindLabel = out.length();
    XdrField discriminant = field.type().discriminant();
    if (discriminant.isTelling()) {
      number(discriminant, union.discriminant());
    }
    if (union.arm().field().isTelling()) {
      value(union.arm());
    }
    keepIfMore(before, behindLabel);
  }

  private void number(XdrField field, XdrNumber number) {
    boolean flag = field.type().kind() == XdrType.Kind.BOOL && !field.label().isEmpty();
    if (!flag) {
      label(field);
      word(number.text());
    } else if (number.isTrue()) {
      word(field.label());
    }
  }

  private void bytes(XdrField field, XdrBytes bytes) {
    if (field.form() == XdrForm.FILE_HANDLE && !field.label().isEmpty()) {
      word(field.label());
      out.append(':').append(bytes.text());
      return;
    }
    label(field);
    bytes(bytes);
  }

  private void bytes(XdrBytes bytes) {
    Optional<String> said = bytes.said();
    word(said.isPresent() ? quoted(said.get()) : bytes.text());
  }

  private void struct(XdrField field, XdrStruct struct) {
    int before = out.length();
    label(field);
    int behindLabel = out.length();
    switch (field.form()) {
      case TIME -> time(struct, 1);
      case TIME_MICROS -> time(struct, MICROS);
      case STATE_ID -> {
        long end = struct.end();
        if (end >= 0 && struct.rope().has(struct.start(), end - struct.start())) {
          word(OpaqueText.hash(struct.rope(), struct.start(), end - struct.start()));
        }
      }
      default -> members(struct);
    }
    keepIfMore(before, behindLabel);
  }

  private void time(XdrStruct time, long nanos) {
    if (time.get(0) instanceof XdrNumber seconds && time.get(1) instanceof XdrNumber fraction) {
      String digits = Long.toString(fraction.value() * nanos);
      String zeros = "0".repeat(Math.max(0, FRACTION_DIGITS - digits.length()));
      word(seconds.text() + "." + zeros + digits);
    }
  }

  private void array(XdrField field, XdrArray array) {
    if (field.isCountOnly()) {
      label(field);
      word(Integer.toString(array.size()));
      return;
    }
    int before = out.length();
    label(field);
    int behindLabel = out.length();
    if (field.form() == XdrForm.BITMAP) {
      word(bits(field, array));
    } else {
      elements(array);
    }
    keepIfMore(before, behindLabel);
  }

  private void elements(XdrArray array) {
    int count = Math.min(MOST_ELEMENTS, array.size());
    for (int i = 0; i < count; i++) {
      XdrValue element = array.get(i);
      if (element instanceof XdrNumber number) {
        word(number.text());
      } else if (element instanceof XdrBytes bytes) {
        bytes(bytes);
      } else if (element instanceof XdrStruct struct) {
        members(struct);
      } else if (element instanceof XdrUnion union) {
        union(element.field(), union);
      }
    }
    if (count < array.size()) {
      word("...");
    }
  }

  private static String bits(XdrField field, XdrArray words) {
    StringBuilder text = new StringBuilder();
    Optional<XdrNames> names = field.names();
    for (int i = 0; i < words.size(); i++) {
      long bits = words.get(i) instanceof XdrNumber word ? word.value() : 0;
      for (int bit = 0; bit < Integer.SIZE; bit++) {
        if ((bits >> bit & 1) != 0) {
          long number = (long) i * Integer.SIZE + bit;
          text.append(text.isEmpty() ? "" : "|")
              .append(names.isPresent() ? names.get().brief(number) : Long.toString(number));
        }
      }
    }
    return text.isEmpty() ? "0" : text.toString();
  }

  private static String quoted(String text) {
    boolean plain = !text.isEmpty() && text.indexOf(' ') < 0 && text.indexOf('"') < 0;
    return plain ? text : '"' + text.replace("\"", "\\\"") + '"';
  }

  private void label(XdrField field) {
    if (!field.label().isEmpty()) {
      word(field.label());
    }
  }

  private void word(String text) {
    if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
      out.append(' ');
    }
    out.append(text);
  }

  /** Takes the label back if nothing followed it. */
  private void keepIfMore(int before, int behindLabel) {
    if (out.length() == behindLabel) {
      out.setLength(before);
    }
  }
}
