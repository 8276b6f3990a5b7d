package org.rdmadump.analysis.ends;

/** Which of two captures. */
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
