package org.rdmadump.analysis.check;

import java.util.List;

/**
 * Selects rules by patterns. A pattern is the name of a rule, where {@code *} stands for any number
 * of characters: {@code mpa.*}. A rule is selected if a pattern in {@code selected} matches it, or
 * {@code selected} is empty, and no pattern in {@code ignored} matches it.
 */
public final class RuleSelection {
  private static final char ANYTHING = '*';

  private final List<String> selected;
  private final List<String> ignored;

  /**
   * Creates a selection.
   *
   * @param selected patterns of the rules to select; empty selects all rules
   * @param ignored patterns of the rules to ignore; they override {@code selected}
   */
  public RuleSelection(List<String> selected, List<String> ignored) {
    this.selected = List.copyOf(selected);
    this.ignored = List.copyOf(ignored);
  }

  /** {@return whether the rule with this name is selected} */
  public boolean takes(String rule) {
    return (selected.isEmpty() || isFitted(selected, rule)) && !isFitted(ignored, rule);
  }

  private static boolean isFitted(List<String> patterns, String rule) {
    for (String pattern : patterns) {
      if (fits(pattern, rule)) {
        return true;
      }
    }
    return false;
  }

  /** {@return whether a pattern matches the name of a rule} */
  public static boolean fits(String pattern, String rule) {
    int inPattern = 0;
    int inRule = 0;
    int star = -1;
    int behindStar = 0;
    while (inRule < rule.length()) {
      if (inPattern < pattern.length() && pattern.charAt(inPattern) == ANYTHING) {
        star = inPattern++;
        behindStar = inRule;
      } else if (inPattern < pattern.length() && pattern.charAt(inPattern) == rule.charAt(inRule)) {
        inPattern++;
        inRule++;
      } else if (star >= 0) {
        inPattern = star + 1;
        inRule = ++behindStar;
      } else {
        return false;
      }
    }
    while (inPattern < pattern.length() && pattern.charAt(inPattern) == ANYTHING) {
      inPattern++;
    }
    return inPattern == pattern.length();
  }
}
