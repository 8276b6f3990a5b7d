package org.rdmadump.analysis.filter;

/**
 * Thrown when a pattern needs too many steps on a value. The cause is usually nested repetition,
 * such as {@code (a+)+}.
 */
public final class CostlyPatternException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CostlyPatternException(String pattern) {
    super(
        "the pattern "
            + FilterTexts.shown(pattern)
            + " takes too many steps; nested repetition such as (a+)+ does that");
  }
}
