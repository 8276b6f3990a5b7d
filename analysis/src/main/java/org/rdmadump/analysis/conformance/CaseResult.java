package org.rdmadump.analysis.conformance;

/**
 * A case and its outcome.
 *
 * <pre>{@code
 * System.out.println(result.which().label() + " " + result.outcome().word());
 * }</pre>
 *
 * @param which the case
 * @param outcome its outcome
 */
public record CaseResult(ConformanceCase which, CaseOutcome outcome) {
  /**
   * {@return whether the case failed}
   *
   * @param strict whether {@code WARN} counts as a failure
   */
  public boolean isFailure(boolean strict) {
    return outcome instanceof CaseOutcome.Fail || (strict && outcome instanceof CaseOutcome.Warn);
  }
}
