package org.rdmadump.cli;

import java.io.IOException;
import org.rdmadump.exercise.ping.PingListener;
import org.rdmadump.exercise.ping.PingSummary;

/** Prints what happens to the calls of {@code ping}, and at the end the statistics. */
interface PingOutput extends PingListener {
  /** Prints the statistics. */
  void end(PingSummary summary) throws IOException;

  /** Ends what was begun where there are no statistics: JSON is to be whole all the same. */
  void endWithoutConnection() throws IOException;
}
