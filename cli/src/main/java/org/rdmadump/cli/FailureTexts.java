package org.rdmadump.cli;

import java.util.Optional;

/** What status 1 means: each verb has its own reason to end with it, or none. */
final class FailureTexts {
  private static final String OF_CHECK = "check found something at or above --fail-on";
  private static final String OF_CONFORMANCE = "conformance has a case that fails, or none seen";
  private static final String OF_FILTER = "a filter with --expect-match chose nothing";
  private static final String OF_FIELDS = "fields has no such name";

  private FailureTexts() {}

  /** {@return when {@code verb} ends with status 1; empty if it never does} */
  static Optional<String> of(Verb verb) {
    return switch (verb) {
      case CHECK -> Optional.of(OF_CHECK);
      case CONFORMANCE -> Optional.of(OF_CONFORMANCE);
      case FIELDS -> Optional.of(OF_FIELDS);
      default ->
          CommandOption.EXPECT_MATCH.belongsTo(verb) ? Optional.of(OF_FILTER) : Optional.empty();
    };
  }

  /** {@return when any verb does} */
  static String all() {
    return OF_CHECK + "; " + OF_CONFORMANCE + "; " + OF_FILTER + "; " + OF_FIELDS;
  }
}
