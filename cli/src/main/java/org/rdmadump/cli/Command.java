package org.rdmadump.cli;

import java.io.IOException;

/** What a command line asks for, all of its values read. */
interface Command {
  /**
   * Does it: to the end of the inputs, to the limit that was asked for, or to an interruption.
   *
   * @return the exit status
   * @throws CommandFailure if an input cannot be opened or an output cannot be written, or if what
   *     the command line says of them turns out to be wrong
   * @throws IOException if standard output cannot be written
   * @throws DecodingFault on a fault of our own; what was found before is written
   */
  int run(Environment environment) throws CommandFailure, IOException;
}
