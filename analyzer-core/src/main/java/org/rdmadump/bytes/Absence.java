package org.rdmadump.bytes;

/** Why bytes that were sent are not here. */
public enum Absence {
  /** Inside a captured frame, cut off by the snap length. */
  TRUNCATED("truncated"),
  /** Known to have arrived, or sent while nothing was captured, but in no captured frame. */
  NOT_CAPTURED("not_captured"),
  /** Refused or not known to have arrived, and not repeated. */
  LOST("lost"),
  /** Seen, and given up by our own memory limit. */
  EVICTED("evicted"),
  /** Seen, and nothing tells whether they are of this message or of another one. */
  AMBIGUOUS("ambiguous"),
  /** Seen, and not kept because nobody asked for the values. */
  NOT_KEPT("not_kept");

  private final String label;
  private final String text;

  Absence(String label) {
    this.label = label;
    this.text = label.replace('_', ' ');
  }

  /** {@return the name that output uses} */
  public String label() {
    return label;
  }

  /** {@return the label in words} */
  public String text() {
    return text;
  }
}
