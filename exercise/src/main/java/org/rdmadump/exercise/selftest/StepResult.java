package org.rdmadump.exercise.selftest;

import java.time.Duration;

/**
 * A step that was made or skipped.
 *
 * @param step which
 * @param judgement what came of it
 * @param took how long it took
 */
public record StepResult(SelfTestStep step, Judgement judgement, Duration took) {}
