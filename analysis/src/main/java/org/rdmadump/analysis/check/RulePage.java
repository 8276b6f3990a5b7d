package org.rdmadump.analysis.check;

/**
 * What {@code docs/rules.md} says of a rule.
 *
 * @param meaning what it is about
 * @param advice what to do
 */
public record RulePage(String meaning, String advice) {}
