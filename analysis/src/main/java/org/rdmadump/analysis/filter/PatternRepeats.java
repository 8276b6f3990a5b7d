package org.rdmadump.analysis.filter;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How often a pattern repeats a part of it by a count, as {@code {n}} and {@code {n,m}} do, those
 * within each other multiplied. A part that reads nothing, such as {@code (?:){2000000000}}, would
 * take hours, and no steps are counted meanwhile.
 */
final class PatternRepeats {
  /** Repeats of one part that no pattern for a name or a path needs. */
  static final long MOST = 10_000;

  private final String pattern;

  /** Of the group that is read, and of those that it is in, the most repeats of a part so far. */
  private final Deque<Long> groups = new ArrayDeque<>();

  private int at;

  private PatternRepeats(String pattern) {
    this.pattern = pattern;
    groups.push(1L);
  }

  /** Whether a pattern, which need not be one, repeats a part too often. */
  static boolean areTooMany(String pattern) {
    return new PatternRepeats(pattern).most() > MOST;
  }

  private long most() {
    long most = 1;
    while (at < pattern.length()) {
      long part = part();
      if (at < pattern.length() && pattern.charAt(at) == '{') {
        part *= count();
      }
      most = Math.max(most, part);
      if (most > MOST) {
        return most;
      }
      groups.push(Math.max(groups.pop(), part));
    }
    return most;
  }

  /** Passes a part, or the begin of a group; how often something is repeated in it. */
  private long part() {
    char begin = pattern.charAt(at);
    at++;
    switch (begin) {
      case '(' -> groups.push(1L);
      case ')' -> {
        return groups.size() > 1 ? groups.pop() : 1;
      }
      case '[' -> pass("]");
      case '\\' -> escape();
      default -> {
        // One character.
      }
    }
    return 1;
  }

  private void escape() {
    char escaped = at < pattern.length() ? pattern.charAt(at) : '\\';
    at++;
    if (escaped == 'Q') {
      pass("\\E");
    } else if ("pPxNX".indexOf(escaped) >= 0 && pattern.startsWith("{", at)) {
      pass("}");
    }
  }

  /** Passes all up to a text and that itself; nothing where it does not come. */
  private void pass(String text) {
    int found = pattern.indexOf(text, at);
    at = found < 0 ? at : found + text.length();
  }

  /** Passes a count in braces; the greater one of two. */
  private long count() {
    int close = pattern.indexOf('}', at);
    String[] counts = pattern.substring(at + 1, Math.max(at + 1, close)).split(",", -1);
    at = close < 0 ? at + 1 : close + 1;
    long most = 1;
    for (String each : counts) {
      if (!each.isEmpty() && each.chars().allMatch(Character::isDigit)) {
        most = Math.max(most, each.length() > 9 ? MOST + 1 : Long.parseLong(each));
      }
    }
    return most;
  }
}
