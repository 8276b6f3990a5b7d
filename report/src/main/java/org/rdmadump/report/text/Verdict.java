package org.rdmadump.report.text;

/**
 * A sentence of the first page about a capture.
 *
 * @param label what it is about, in a word
 * @param tone how bad it is
 * @param sentence what was seen, in ASCII
 * @param command what shows more, without {@code rdmadump} and the files; empty if nothing does
 */
public record Verdict(String label, Tone tone, String sentence, String command) {
  /** How bad something is. */
  public enum Tone {
    /** It is as it is. */
    PLAIN,
    /** As it should be. */
    GOOD,
    /** To look at. */
    WARNING,
    /** It failed. */
    ERROR
  }

  static Verdict plain(String label, String sentence, String command) {
    return new Verdict(label, Tone.PLAIN, sentence, command);
  }

  static Verdict good(String label, String sentence, String command) {
    return new Verdict(label, Tone.GOOD, sentence, command);
  }

  static Verdict warning(String label, String sentence, String command) {
    return new Verdict(label, Tone.WARNING, sentence, command);
  }

  static Verdict error(String label, String sentence, String command) {
    return new Verdict(label, Tone.ERROR, sentence, command);
  }
}
