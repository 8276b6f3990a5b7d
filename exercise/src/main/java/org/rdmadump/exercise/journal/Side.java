package org.rdmadump.exercise.journal;

/** A side of the exercise. */
public enum Side {
  /** Asks for connections, says what is to be done, and captures. */
  CLIENT,
  /** Does what it is told. */
  SERVER;

  /** {@return the side opposite} */
  public Side other() {
    return this == CLIENT ? SERVER : CLIENT;
  }
}
