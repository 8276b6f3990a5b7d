package org.rdmadump.analysis.text;

import org.rdmadump.bytes.Absence;

/** Why bytes are absent, in words. */
final class Reasons {
  private Reasons() {}

  /** {@return such as {@code not captured}} */
  static String of(Absence absence) {
    return switch (absence) {
      case TRUNCATED -> "truncated";
      case NOT_CAPTURED -> "not captured";
      case LOST -> "lost";
      case EVICTED -> "evicted";
      case NOT_KEPT -> "not kept";
    };
  }
}
