package org.rdmadump.ib;

/** Place of a packet in its message. */
public enum Part {
  /** The first of several. */
  FIRST("First"),
  /** Neither the first nor the last. */
  MIDDLE("Middle"),
  /** The last of several. */
  LAST("Last"),
  /** The whole message. */
  ONLY("Only");

  private final String text;

  Part(String text) {
    this.text = text;
  }

  /** {@return the name in the specification's spelling} */
  public String text() {
    return text;
  }
}
