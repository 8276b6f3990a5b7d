package org.rdmadump.finding;

import org.jspecify.annotations.Nullable;

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

  // Written out, because what records do by themselves boots method handles: 10 ms of a start.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Rule that
        && name.equals(that.name)
        && severity == that.severity
        && source.equals(that.source);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + source.hashCode();
  }
}
