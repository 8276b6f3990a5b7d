package org.rdmadump.report.json;

import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.InJson;

/** In what form JSON has the numbers of a field. */
final class NumberForm {
  // The most common ones first: the compiler of short runs compares one after the other.
  private static final int DECIMAL = 0;
  private static final int HEX = 1;
  private static final int TIME = 2;
  private static final int STRING = 3;
  private static final int TRUTH = 4;
  private static final int UNSIGNED = 5;

  private final int kind;
  private final int hexDigits;
  private final InJson when;

  /** Whether every number is written. */
  private final boolean always;

  /** That of fields of a type, which are there always or not. */
  NumberForm(FieldType type, InJson when) {
    this.hexDigits = type.hexDigits();
    this.when = when;
    this.always = when != InJson.IF_TRUE && when != InJson.IF_FALSE;
    this.kind =
        switch (type) {
          case HEX8, HEX16, HEX24, HEX32, HEX64 -> HEX;
          case TIME -> TIME;
          case UNSIGNED -> UNSIGNED;
          case SIGNED -> STRING;
          case BOOLEAN -> TRUTH;
          default -> DECIMAL;
        };
  }

  /** Writes a field. */
  void write(JsonOutput out, byte[] key, long value) {
    if (!always && when == (value == 0 ? InJson.IF_TRUE : InJson.IF_FALSE)) {
      return;
    }
    out.key(key);
    switch (kind) {
      case DECIMAL -> out.number(value);
      case UNSIGNED -> out.unsigned(value);
      case HEX -> out.hex(value, hexDigits);
      case TIME -> out.time(value);
      case STRING -> out.decimalString(value);
      default -> out.bool(value != 0);
    }
  }
}
