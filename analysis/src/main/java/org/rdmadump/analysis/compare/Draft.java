package org.rdmadump.analysis.compare;

import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * A value that waits for its verdict, which depends on how many others are tested.
 *
 * @param value the value without verdict
 * @param judgement how the verdict is found
 */
record Draft(ComparedValue value, Judgement judgement) {
  /**
   * How a verdict is found.
   *
   * @param chance what the test says
   * @param isNotable whether the difference is large enough to be told of
   * @param less the verdict if B has less
   * @param more the verdict if B has more
   * @param isEnough whether there are enough calls to find a difference at a level
   */
  record Judgement(
      Chance chance, boolean isNotable, Verdict less, Verdict more, DoublePredicate isEnough) {}

  /** Judges a value of which neither more nor less is better. */
  static Judgement change(Chance chance, boolean isNotable) {
    return new Judgement(
        chance,
        isNotable,
        Verdict.CHANGED,
        Verdict.CHANGED,
        level -> !isNotable || chance.least() <= level);
  }

  /** Judges a value of which less is better. */
  static Judgement quality(Chance chance, boolean isNotable, DoublePredicate isEnough) {
    return new Judgement(chance, isNotable, Verdict.BETTER, Verdict.WORSE, isEnough);
  }

  Chance chance() {
    return judgement.chance();
  }

  /** Gives the value its verdict without a test. Such a value has one number of each run. */
  ComparedValue judgedExactly() {
    int order = Long.compare(value.b().get(0), value.a().get(0));
    Verdict verdict = order == 0 ? Verdict.SAME : order > 0 ? judgement.more() : judgement.less();
    return value.judged(Optional.empty(), verdict);
  }

  /**
   * Gives the value its verdict.
   *
   * @param adjusted the probability, corrected for the number of tests
   * @param level at which a difference is no chance any more
   * @param share of that level which a single test has
   */
  ComparedValue judged(double adjusted, double level, double share) {
    Verdict verdict;
    if (adjusted <= level && judgement.isNotable()) {
      verdict = chance().isMore() ? judgement.more() : judgement.less();
    } else {
      verdict = judgement.isEnough().test(share) ? Verdict.SAME : Verdict.NOT_ENOUGH;
    }
    return value.judged(Optional.of(chance().adjustedTo(adjusted)), verdict);
  }
}
