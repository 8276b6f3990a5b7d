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
 */
public record Finding(Rule rule, long frame, int offset, String message) {
  /** {@return a finding about a frame, and no byte of it} */
  public static Finding inFrame(Rule rule, long frame, String message) {
    return new Finding(rule, frame, -1, message);
  }
}
