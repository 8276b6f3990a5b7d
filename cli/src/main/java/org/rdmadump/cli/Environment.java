package org.rdmadump.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.OptionalInt;
import org.rdmadump.report.text.FittedLines;
import org.rdmadump.report.text.FoldedDetails;

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
  /** {@return where lines go for a person: on a terminal they are cut at its width, unless wide} */
  OutputStream lines(boolean wide) {
    return fits(wide) ? new FittedLines(out, terminal.columns(), terminal.unicode()) : out;
  }

  /** {@return the same, where details that {@code -v} adds are folded, not cut} */
  OutputStream details(boolean wide, int verbosity) {
    return verbosity > 0 && fits(wide)
        ? new FoldedDetails(lines(wide), terminal.columns())
        : lines(wide);
  }

  /** {@return whether lines for a person have to fit a terminal} */
  boolean fits(boolean wide) {
    return terminal.output() && !wide;
  }

  /** {@return columns that lines for a person have to fit, unless wide; empty in a pipe} */
  OptionalInt width(boolean wide) {
    return fits(wide) ? OptionalInt.of(terminal.columns()) : OptionalInt.empty();
  }

  /** {@return the same, for what concerns one of several inputs} */
  Environment about(String input) {
    return new Environment(
        in, out, new Messages(err.stream(), input + ": "), terminal, interruption);
  }

  /** Tells the user something. */
  void say(String message) {
    err.say(message);
  }
}
