package org.rdmadump.analysis.filter;

import java.util.EnumSet;
import java.util.Set;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldType;

/** Kinds of values: two fields are compared if their values are of one kind. */
enum ValueKind {
  NUMBER,
  TIME,
  DURATION,
  TEXT,
  ETHER,
  BYTES,
  ADDRESS;

  private static final Set<ValueKind> CALCULATED = Set.of(NUMBER, TIME, DURATION);

  /** {@return whether values of two fields are of one kind} */
  static boolean areCompared(Field<?> field, Asked asked, Field<?> other, Asked named) {
    Set<ValueKind> kinds = of(field, asked);
    kinds.retainAll(of(other, named));
    return !kinds.isEmpty();
  }

  /** {@return whether the numbers of two fields range from 0 to 2<sup>64</sup>-1} */
  static boolean isUnsigned(Field<?> field, Asked asked, Field<?> other, Asked named) {
    return of(field, asked).contains(NUMBER)
        && !field.has(FieldType.SIGNED)
        && !other.has(FieldType.SIGNED)
        && asked.keepsUnsigned()
        && named.keepsUnsigned();
  }

  /** {@return the kinds of what a condition asks for} */
  static Set<ValueKind> of(Field<?> field, Asked asked) {
    if (asked.isLength()) {
      return EnumSet.of(NUMBER);
    }
    if (asked.function().isPresent()) {
      return EnumSet.of(TEXT);
    }
    Set<ValueKind> kinds = EnumSet.noneOf(ValueKind.class);
    for (FieldType type : field.types()) {
      switch (type) {
        case UNSIGNED, SIGNED, HEX8, HEX16, HEX24, HEX32, HEX64, BOOLEAN, NAMED, LEVEL ->
            kinds.add(NUMBER);
        case TIME, DATE -> kinds.add(TIME);
        case DURATION, SECONDS -> kinds.add(DURATION);
        case TEXT -> kinds.add(TEXT);
        case ETHER -> kinds.add(ETHER);
        case BYTES -> kinds.add(BYTES);
        case ADDRESS -> kinds.add(asked.slices().isEmpty() ? ADDRESS : BYTES);
        case GROUP -> {}
      }
    }
    if (asked.calculation().isPresent()) {
      kinds.retainAll(CALCULATED);
      if (!field.has(FieldType.SECONDS)) {
        kinds.add(NUMBER);
      }
    }
    return kinds;
  }
}
