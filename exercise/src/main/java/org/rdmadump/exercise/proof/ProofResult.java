package org.rdmadump.exercise.proof;

import java.util.Locale;

/** What came of a row of the table. */
public enum ProofResult {
  /** Memory of both sides and the capture have the same bytes, all of them. */
  PROVEN("proven"),
  /** Something was not captured, and the rest is right. */
  NOT_PROVEN("not proven"),
  /** Memory or the capture has other bytes. */
  DIFFERS("DIFFERS"),
  /** The devices cannot do it. */
  NOT_OFFERED("not offered"),
  /** The run ended before. */
  NOT_DONE("not done");

  private final String label;

  ProofResult(String label) {
    this.label = label;
  }

  /** {@return the name that the table uses} */
  public String label() {
    return label;
  }

  /** {@return the name that JSON uses} */
  public String json() {
    return label.replace(' ', '_').toLowerCase(Locale.ROOT);
  }
}
