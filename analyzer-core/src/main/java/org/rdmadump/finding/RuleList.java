package org.rdmadump.finding;

import java.util.ArrayList;
import java.util.List;

/**
 * The rules of one layer: each is in the list from its declaration on.
 *
 * <pre>{@code
 * private static final RuleList RULES = new RuleList();
 * public static final Rule PSN_GAP = RULES.note("bth.psn-gap", "IBTA volume 1, 9.7.5");
 * }</pre>
 */
public final class RuleList {
  private final List<Rule> rules = new ArrayList<>();

  /** A list without rules. */
  public RuleList() {}

  /** {@return a rule of that severity, named as {@link Rule} says} */
  public Rule error(String name, String source) {
    return add(new Rule(name, Severity.ERROR, source));
  }

  /** {@return a rule of that severity, named as {@link Rule} says} */
  public Rule warning(String name, String source) {
    return add(new Rule(name, Severity.WARNING, source));
  }

  /** {@return a rule of that severity, named as {@link Rule} says} */
  public Rule note(String name, String source) {
    return add(new Rule(name, Severity.NOTE, source));
  }

  private Rule add(Rule rule) {
    rules.add(rule);
    return rule;
  }

  /** {@return all of them, in the order of their declarations} */
  public List<Rule> all() {
    return List.copyOf(rules);
  }
}
