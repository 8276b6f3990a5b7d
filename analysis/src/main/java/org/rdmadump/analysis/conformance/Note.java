package org.rdmadump.analysis.conformance;

/**
 * What is wrong at a place, or cannot be told there.
 *
 * <pre>{@code
 * System.out.println(note.place().frame() + ": " + note.message());
 * }</pre>
 *
 * @param level how much it matters to a case
 * @param place where
 * @param message what was expected and what was found, or the rule and what it says
 */
public record Note(Level level, CaptureLocation place, String message) {
  /** What becomes of a case that something is noted of. */
  public enum Level {
    /** Packets are missing, or were sent again: the case cannot be judged here. */
    WARN,
    /** The case does not hold. */
    FAIL
  }
}
