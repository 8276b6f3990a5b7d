package org.rdmadump.analysis.filter;

import java.util.Locale;
import java.util.Optional;

/** What can be made of the values of a field: a name with brackets, as in Wireshark. */
enum Function {
  /** The length of a text or of bytes; of other fields, how many values there are. */
  LEN,
  /** How many values there are. */
  COUNT,
  /** A text in lower case. */
  LOWER,
  /** A text in upper case. */
  UPPER;

  /** {@return the function of that name} */
  static Optional<Function> of(String name) {
    for (Function each : values()) {
      if (each.word().equals(name)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** {@return its name in an expression} */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return a text in the case of this function} */
  String cased(String text) {
    return this == LOWER ? text.toLowerCase(Locale.ROOT) : text.toUpperCase(Locale.ROOT);
  }
}
