package org.rdmadump.cli;

/** What the two captures of a comparison are. */
enum CompareSubject {
  /** Two runs of a workload. */
  RUNS,
  /** The same traffic, from two places. */
  ENDS,
  /** What they show is to be found out. */
  UNKNOWN;

  /**
   * Reads it from a command line.
   *
   * @param hasFilter whether only some calls are compared, which is about runs
   * @throws CommandFailure if the options contradict each other
   */
  static CompareSubject of(Arguments arguments, boolean hasFilter) throws CommandFailure {
    boolean isEnds = arguments.has(CommandOption.ENDS);
    boolean isRuns = arguments.has(CommandOption.RUNS);
    boolean isExact = arguments.has(CommandOption.EXACT);
    if (isEnds && (isRuns || isExact)) {
      throw CommandFailure.usage(
          "--ends and " + (isRuns ? "--runs" : "--exact") + " contradict each other");
    }
    if (isEnds && hasFilter) {
      throw CommandFailure.usage(
          "--ends compares packets and all calls, so -Y does not go with it");
    }
    return isEnds ? ENDS : isRuns || isExact || hasFilter ? RUNS : UNKNOWN;
  }
}
