package org.rdmadump.rdmacm;

/** A wait inside a {@link Gate}, which is woken when the gate is shut. */
interface Sleeper {
  /** Has it look again; waits for nothing. */
  void wake();
}
