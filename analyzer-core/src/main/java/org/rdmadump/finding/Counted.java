package org.rdmadump.finding;

/** Numbers with what they count, as findings and summaries word them. */
public final class Counted {
  private Counted() {}

  /** {@return a number and a noun, with an s unless it is one: {@code 4 bytes}, {@code 1 byte}} */
  public static String of(long count, String noun) {
    return count == 1 ? "1 " + noun : count + " " + noun + "s";
  }

  /** {@return the same and its verb: {@code 4 bytes are}, {@code 1 byte is}} */
  public static String are(long count, String noun) {
    return of(count, noun) + (count == 1 ? " is" : " are");
  }

  /** {@return the same of what was: {@code 4 bytes were}, {@code 1 byte was}} */
  public static String were(long count, String noun) {
    return of(count, noun) + (count == 1 ? " was" : " were");
  }
}
