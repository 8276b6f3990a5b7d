package org.rdmadump.cli;

import java.io.IOException;
import org.rdmadump.analysis.filter.FilterHints;

/**
 * A command that says what its filters may be meant to say otherwise.
 *
 * @param hints of the filters
 * @param command that has them
 */
record Hinted(FilterHints hints, Command command) implements Command {
  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    hints.tell(hint -> environment.say("filter: " + hint));
    return command.run(environment);
  }
}
