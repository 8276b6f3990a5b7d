package org.rdmadump.finding;

/**
 * An error or a notable event, and its place.
 *
 * <pre>{@code
 * message.findings().forEach(each -> System.out.println(each.rule().name()));
 * }</pre>
 *
 * @param rule what it is about
 * @param frame 1-based number of the frame, 0 where no single frame is to blame
 * @param offset byte offset inside the frame, -1 where none applies
 * @param message what was found and what was expected, for a person
 * @param operation 1-based number of the frame that begins the RDMA operation that it is about, 0
 *     where it is about none
 */
public record Finding(Rule rule, long frame, int offset, String message, long operation) {
  /** A finding that is about no RDMA operation. */
  public Finding(Rule rule, long frame, int offset, String message) {
    this(rule, frame, offset, message, 0);
  }

  /** {@return a finding about a frame, and no byte of it} */
  public static Finding inFrame(Rule rule, long frame, String message) {
    return new Finding(rule, frame, -1, message);
  }

  /** {@return the same finding, about the RDMA operation that a frame begins} */
  public Finding ofOperation(long firstFrame) {
    return new Finding(rule, frame, offset, message, firstFrame);
  }
}
