package org.rdmadump.analysis.conformance;

import java.util.List;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The outcomes of all cases for one capture.
 *
 * <pre>{@code
 * boolean good = report.results().stream().noneMatch(each -> each.isFailure(false));
 * }</pre>
 *
 * @param results a result for each case, in the order of {@link ConformanceCase}
 * @param summary the counts of the run
 */
public record ConformanceReport(List<CaseResult> results, CaptureSummary summary) {
  /** Copies the results. */
  public ConformanceReport {
    results = List.copyOf(results);
  }

  /**
   * {@return the number of cases with an outcome}
   *
   * @param word the outcome's {@linkplain CaseOutcome#word() word}, such as {@code PASS}
   */
  public long count(String word) {
    return results.stream().filter(each -> each.outcome().word().equals(word)).count();
  }

  /**
   * {@return whether the capture has no exchange of any case, and nothing failed} Warnings without
   * exchanges, such as for a damaged capture, do not count as seen.
   */
  public boolean isNothingSeen() {
    return results.stream()
        .allMatch(
            each ->
                each.outcome() instanceof CaseOutcome.NotSeen
                    || (each.outcome() instanceof CaseOutcome.Warn warn && warn.seen() == 0));
  }

  /**
   * {@return whether a case failed, or no case was seen}
   *
   * @param strict whether {@code WARN} counts as a failure
   */
  public boolean isFailure(boolean strict) {
    return isNothingSeen() || results.stream().anyMatch(each -> each.isFailure(strict));
  }
}
