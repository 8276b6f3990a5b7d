package org.rdmadump.analysis.filter;

/** A pattern that takes more steps on some value than any reasonable one does. */
public final class CostlyPatternException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CostlyPatternException(String pattern) {
    super(
        "the pattern "
            + FilterTexts.shown(pattern)
            + " takes too many steps; nested repetition such as (a+)+ does that");
  }
}
