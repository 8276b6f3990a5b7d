package org.rdmadump.cli;

/** Whether something that only makes sense on a terminal is done. */
enum When {
  /** If it is a terminal. */
  AUTO,
  /** Whatever it is. */
  ALWAYS,
  /** Not at all. */
  NEVER
}
