package org.rdmadump.cli;

/** What a filter is to choose for the run to succeed. */
enum Expectation {
  /** Whatever there is. */
  ANYTHING,
  /** At least one record. */
  MATCH,
  /** Nothing. */
  NO_MATCH;

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if there is no filter, or both are expected
   */
  static Expectation of(Arguments arguments) throws CommandFailure {
    boolean match = arguments.has(CommandOption.EXPECT_MATCH);
    boolean noMatch = arguments.has(CommandOption.EXPECT_NO_MATCH);
    if (match && noMatch) {
      throw CommandFailure.usage(
          CommandOption.EXPECT_MATCH.display()
              + " and "
              + CommandOption.EXPECT_NO_MATCH.display()
              + " contradict each other");
    }
    Expectation expectation = match ? MATCH : noMatch ? NO_MATCH : ANYTHING;
    if (expectation != ANYTHING && !arguments.haveFilter()) {
      throw CommandFailure.usage(expectation.option() + " needs a filter, -Y EXPR");
    }
    return expectation;
  }

  /** {@return the option that says it} */
  String option() {
    return (this == MATCH ? CommandOption.EXPECT_MATCH : CommandOption.EXPECT_NO_MATCH).display();
  }

  /**
   * {@return the status of a run that would end with {@code status}, were it not for the filter}
   *
   * @param chosen whether it chose something
   */
  int status(int status, boolean chosen) {
    boolean isMet = this == ANYTHING || chosen == (this == MATCH);
    return status == ExitStatus.DONE && !isMet ? ExitStatus.NO_MATCH : status;
  }
}
