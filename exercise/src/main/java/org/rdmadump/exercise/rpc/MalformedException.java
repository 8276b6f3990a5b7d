package org.rdmadump.exercise.rpc;

/** A message of the other side that is not what its protocol says. */
public final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What is wrong with it, and where. */
  public MalformedException(String message) {
    super(message);
  }
}
