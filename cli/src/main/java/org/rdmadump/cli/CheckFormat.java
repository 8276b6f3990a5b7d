package org.rdmadump.cli;

import java.util.Locale;
import java.util.Optional;

/** What findings are printed as. */
enum CheckFormat {
  /** Lines for people. */
  TEXT,
  /** One JSON array. */
  JSON,
  /** One JSON object per line. */
  NDJSON,
  /** A SARIF 2.1.0 log. */
  SARIF,
  /** A JUnit report. */
  JUNIT;

  /**
   * Reads what {@code -T} and {@code --json} say.
   *
   * @throws UsageException if that is no format, or two
   */
  static CheckFormat of(Arguments arguments) throws UsageException {
    boolean json = arguments.has(CommandOption.JSON);
    Optional<String> name = arguments.value(CommandOption.FORMAT);
    if (name.isEmpty()) {
      return json ? NDJSON : TEXT;
    }
    for (CheckFormat format : values()) {
      if (format.name().toLowerCase(Locale.ROOT).equals(name.get())) {
        if (json && format != NDJSON) {
          throw new UsageException("--json and -T " + name.get() + " contradict each other");
        }
        return format;
      }
    }
    throw WrongWord.ofFormat(name.get(), arguments.verb());
  }
}
