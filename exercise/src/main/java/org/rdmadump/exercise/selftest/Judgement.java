package org.rdmadump.exercise.selftest;

import java.util.List;

/**
 * What a step comes to.
 *
 * @param outcome whether it passed
 * @param why what is wrong, or why it was not made; of a step that passed what is worth knowing, or
 *     empty
 * @param advice what to do about it; empty if there is nothing
 * @param facts what was seen
 */
public record Judgement(StepOutcome outcome, String why, String advice, List<Fact> facts) {
  static Judgement passed(List<Fact> facts) {
    return passed("", facts);
  }

  static Judgement passed(String remark, List<Fact> facts) {
    return new Judgement(StepOutcome.PASSED, remark, "", facts);
  }

  static Judgement failed(String why, String advice, List<Fact> facts) {
    return new Judgement(StepOutcome.FAILED, why, advice, facts);
  }

  static Judgement skipped(String why, String advice) {
    return new Judgement(StepOutcome.SKIPPED, why, advice, List.of());
  }
}
