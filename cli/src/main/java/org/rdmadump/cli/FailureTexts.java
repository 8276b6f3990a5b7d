package org.rdmadump.cli;

import java.util.Optional;

/** What status 1 means: each verb has its own reason to end with it, or none. */
final class FailureTexts {
  private static final String OF_CHECK = "check found something at or above --fail-on";
  private static final String OF_CONFORMANCE = "conformance has a case that fails, or none seen";
  private static final String OF_FILTER = "a filter with --expect-match chose nothing";
  private static final String OF_FIELDS = "fields has no such name";

  private static final String OF_EXERCISE = "exercise found bytes that differ";
  private static final String OF_PING = "ping missed an answer";

  private FailureTexts() {}

  /** {@return when {@code verb} ends with status 1; empty if it never does} */
  static Optional<String> of(Verb verb) {
    return switch (verb) {
      case CHECK -> Optional.of(OF_CHECK);
      case CONFORMANCE -> Optional.of(OF_CONFORMANCE);
      case FIELDS -> Optional.of(OF_FIELDS);
      case EXERCISE -> Optional.of(OF_EXERCISE);
      case PING -> Optional.of(OF_PING);
      default ->
          CommandOption.EXPECT_MATCH.belongsTo(verb) ? Optional.of(OF_FILTER) : Optional.empty();
    };
  }

  /** {@return when any verb does} */
  static String all() {
    return String.join("; ", OF_CHECK, OF_CONFORMANCE, OF_FILTER, OF_FIELDS, OF_EXERCISE, OF_PING);
  }
}
