package org.rdmadump.analysis.conformance;

/**
 * A case and what came of it.
 *
 * <pre>{@code
 * System.out.println(result.which().label() + " " + result.outcome().word());
 * }</pre>
 *
 * @param which the case
 * @param outcome what came of it
 */
public record CaseResult(ConformanceCase which, CaseOutcome outcome) {
  /**
   * {@return whether it is to be reported as a failure}
   *
   * @param strict whether missing packets are one
   */
  public boolean isFailure(boolean strict) {
    return outcome instanceof CaseOutcome.Fail || (strict && outcome instanceof CaseOutcome.Warn);
  }
}
