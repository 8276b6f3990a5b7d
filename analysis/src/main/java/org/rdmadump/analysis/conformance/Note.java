package org.rdmadump.analysis.conformance;

/**
 * A failure, or a place without a verdict.
 *
 * <pre>{@code
 * System.out.println(note.place().frame() + ": " + note.message());
 * }</pre>
 *
 * @param level the effect on the case
 * @param place the place in the capture
 * @param message expected and actual value, or the rule and text of a finding
 */
public record Note(Level level, CaptureLocation place, String message) {
  /** The effect of a note on its case. */
  public enum Level {
    /** No verdict here: packets are missing or were retransmitted. */
    WARN,
    /** The case fails. */
    FAIL
  }
}
