package org.rdmadump.cli;

/** What a command line asks for. */
sealed interface Request {
  /** Print the help. */
  record Help() implements Request {}

  /** Print the version. */
  record Version() implements Request {}

  /** Decode captures. */
  record Dump(DumpSettings settings) implements Request {}
}
