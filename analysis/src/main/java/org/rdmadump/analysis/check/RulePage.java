package org.rdmadump.analysis.check;

/**
 * What {@code docs/rules.md} says about a rule.
 *
 * @param meaning what the rule means; empty if the page has no such paragraph
 * @param advice what to do about a finding; empty if the page has no such paragraph
 */
public record RulePage(String meaning, String advice) {}
