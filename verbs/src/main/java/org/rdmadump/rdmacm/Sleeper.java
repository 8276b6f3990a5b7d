package org.rdmadump.rdmacm;

/** A wait inside a {@link Gate}, which wakes it when the gate is shut. */
interface Sleeper {
  /** Makes the sleeper look again; does not wait. */
  void wake();
}
