package org.rdmadump.analysis.table;

import java.io.Closeable;
import java.io.IOException;

/** Tables that are being stored. */
public interface TableOutput extends RowSink, Closeable {
  /**
   * Writes what is still held. The files are whole then; without it they are not.
   *
   * @throws IOException if they cannot be written
   */
  void finish() throws IOException;
}
