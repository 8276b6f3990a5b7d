package org.rdmadump.cli;

import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;

/** What status a failed connection ends with. */
final class EndpointFailures {
  private EndpointFailures() {}

  /** Says why there is no connection, and returns the status of that. */
  static int say(EndpointException e, Messages err) {
    if (e.reason() == Reason.INTERRUPTED) {
      return ExitStatus.INTERRUPTED;
    }
    err.say(e.text());
    return ExitStatus.UNREADABLE;
  }
}
