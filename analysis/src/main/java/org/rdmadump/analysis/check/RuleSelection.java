package org.rdmadump.analysis.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rules are of interest: those that one of the first patterns fits, all if there is none,
 * less those that one of the second fits. A pattern is a rule's name in which {@code *} stands for
 * any number of characters, such as {@code mpa.*}.
 */
public final class RuleSelection {
  private static final char ANYTHING = '*';

  private final List<String> selected;
  private final List<String> ignored;
  private final Map<String, Boolean> known = new HashMap<>();

  /**
   * A selection.
   *
   * @param selected patterns of rules that count, of all if empty
   * @param ignored patterns of rules that do not count whatever the first say
   */
  public RuleSelection(List<String> selected, List<String> ignored) {
    this.selected = List.copyOf(selected);
    this.ignored = List.copyOf(ignored);
  }

  /** {@return whether the rule of that name counts} */
  public boolean takes(String rule) {
    return known.computeIfAbsent(
        rule, name -> (selected.isEmpty() || isFitted(selected, name)) && !isFitted(ignored, name));
  }

  private static boolean isFitted(List<String> patterns, String rule) {
    return patterns.stream().anyMatch(pattern -> fits(pattern, rule));
  }

  /** {@return whether a pattern fits a rule's name} */
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
