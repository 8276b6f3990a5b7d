package org.rdmadump.bytes;

/** Why bytes that were sent are not here. */
public enum Absence {
  /** Inside a captured frame, cut off by the snap length. */
  TRUNCATED("truncated"),
  /** No captured frame has the bytes, and nothing shows that they did not arrive. */
  NOT_CAPTURED("not_captured"),
  /** The receiver refused the bytes, or an error broke the connection; no retransmission came. */
  LOST("lost"),
  /** Seen, and given up by our own memory limit. */
  EVICTED("evicted"),
  /** The bytes were captured, and may belong to this message or to another one. */
  AMBIGUOUS("ambiguous"),
  /** The bytes were captured, and not kept because no option asked for them. */
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
