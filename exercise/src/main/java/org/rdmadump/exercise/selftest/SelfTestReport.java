package org.rdmadump.exercise.selftest;

import java.util.List;

/**
 * What a self-test came to.
 *
 * @param facts about the machine, without its name
 * @param results of all steps, in order
 * @param before the counters of the port before the first step
 * @param after the same after the last
 * @param isWithoutConnection whether the server that was named could not be reached
 */
public record SelfTestReport(
    List<Fact> facts,
    List<StepResult> results,
    PortCounters before,
    PortCounters after,
    boolean isWithoutConnection) {
  /** {@return the number of steps with that outcome} */
  public long count(StepOutcome outcome) {
    return results.stream().filter(each -> each.judgement().outcome() == outcome).count();
  }

  /** {@return whether the first step failed: the adapter cannot be sniffed at all} */
  public boolean isWithoutSniffer() {
    return results.get(0).judgement().outcome() == StepOutcome.FAILED;
  }
}
