package org.rdmadump.analysis.conformance;

import java.util.List;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * What came of all cases in a capture.
 *
 * <pre>{@code
 * boolean good = report.results().stream().noneMatch(each -> each.isFailure(false));
 * }</pre>
 *
 * @param results a result for each case, in their order
 * @param summary the counts of the run
 */
public record ConformanceReport(List<CaseResult> results, CaptureSummary summary) {
  /** {@return cases with an outcome in that word} */
  public long count(String word) {
    return results.stream().filter(each -> each.outcome().word().equals(word)).count();
  }

  /**
   * {@return whether the capture has no exchange that any case is about, and nothing failed}
   * Warnings alone, as of a damaged capture, are nothing seen.
   */
  public boolean isNothingSeen() {
    return results.stream()
        .allMatch(
            each ->
                each.outcome() instanceof CaseOutcome.NotSeen
                    || (each.outcome() instanceof CaseOutcome.Warn warn && warn.seen() == 0));
  }

  /**
   * {@return whether a case is to be reported as a failure, or none was seen}
   *
   * @param strict whether missing packets are one
   */
  public boolean isFailure(boolean strict) {
    return isNothingSeen() || results.stream().anyMatch(each -> each.isFailure(strict));
  }
}
