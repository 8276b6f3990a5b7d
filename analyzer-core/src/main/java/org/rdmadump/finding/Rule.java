package org.rdmadump.finding;

/**
 * What a finding is about.
 *
 * @param name stable name, {@code layer.kebab-case}, such as {@code bth.psn-gap}
 * @param severity how much it matters
 * @param source where the rule comes from, such as {@code RFC 8166 section 4.3.2}
 */
public record Rule(String name, Severity severity, String source) {
  /** The same rule, by what another specification says: transports have theirs. */
  public Rule citing(String otherSource) {
    return new Rule(name, severity, otherSource);
  }
}
