package org.rdmadump.rdma;

/** Why a side began to send packets again. */
public enum RepeatCause {
  /** The receiver refused a packet behind a lost one: NAK (PSN Sequence Error). */
  NAK("nak", "NAK", "NAKs"),
  /** The receiver had no buffer: RNR NAK. */
  RNR("rnr", "RNR NAK", "RNR NAKs"),
  /**
   * The sender noticed a loss itself: by a gap in the responses to its Reads, or over TCP sooner
   * than a timer of TCP runs out.
   */
  LOSS("loss", "loss", "losses"),
  /** Nothing in the capture asked for it: a timer ran out. */
  TIMEOUT("timeout", "timeout", "timeouts");

  private final String label;
  private final String one;
  private final String several;

  RepeatCause(String label, String one, String several) {
    this.label = label;
    this.one = one;
    this.several = several;
  }

  /** {@return the name that output uses} */
  public String label() {
    return label;
  }

  /** {@return so many of them, for people: {@code 2 timeouts}} */
  public String counted(long count) {
    return count + " " + (count == 1 ? one : several);
  }
}
