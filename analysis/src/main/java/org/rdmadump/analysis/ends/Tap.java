package org.rdmadump.analysis.ends;

/** One of two captures of the same traffic, such as those of client and server. */
public enum Tap {
  /** The first one. */
  A,
  /** The second one. */
  B;

  /** {@return the other one} */
  public Tap other() {
    return this == A ? B : A;
  }
}
