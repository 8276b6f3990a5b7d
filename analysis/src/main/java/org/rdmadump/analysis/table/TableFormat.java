package org.rdmadump.analysis.table;

import java.io.IOException;
import java.nio.file.Path;

/** A format in which tables are stored, from a module of its own that a service loader finds. */
public interface TableFormat {
  /** {@return its name, in lower case} */
  String word();

  /** {@return the name of the file that holds a table} */
  String file(Table table);

  /**
   * Begins the files of all tables, under names that they keep until {@link TableOutput#finish}.
   *
   * @param folder that is there, for files that are not finished
   * @throws IOException if they cannot be written
   */
  TableOutput begin(Path folder) throws IOException;
}
