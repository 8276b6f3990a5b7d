package org.rdmadump.rdmacm;

/** Who sleeps inside a {@link Gate}, and is woken when it is shut. */
interface Sleeper {
  /** Has it look again; waits for nothing. */
  void wake();
}
