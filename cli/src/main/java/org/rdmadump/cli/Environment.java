package org.rdmadump.cli;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * What a run is connected to.
 *
 * @param in what {@code -} reads
 * @param out gets data, nothing else; buffered
 * @param err gets messages
 * @param terminal which of them are terminals
 * @param interruption the user's wish to stop
 */
record Environment(
    InputStream in, OutputStream out, Messages err, Terminal terminal, Interruption interruption) {
  /** Tells the user something. */
  void say(String message) {
    err.say(message);
  }
}
