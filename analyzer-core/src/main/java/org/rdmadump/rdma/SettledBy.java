package org.rdmadump.rdma;

/**
 * What ended the wait for proof that a Send was delivered.
 *
 * <p>Only with {@link #EVIDENCE} is it known; otherwise the Send is taken for delivered, and the
 * frame and time that are told of it are those of the last copy before the wait ended.
 */
public enum SettledBy {
  /** What the receiver said: an acknowledgement, a refusal, or an answer that needed the Send. */
  EVIDENCE("evidence"),
  /** The wait: nothing more of it came for so long that no repeat is due. */
  TIMEOUT("timeout"),
  /** A limit on what is kept: too much waited (docs/limits.md). */
  LIMIT("limit"),
  /** The end of the connection, of the capture, or of what is known of the call. */
  END("end");

  private final String label;

  SettledBy(String label) {
    this.label = label;
  }

  /** {@return its name in output} */
  public String label() {
    return label;
  }
}
