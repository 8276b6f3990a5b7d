package org.rdmadump.analysis;

import java.util.List;
import java.util.Optional;

/** Finds the name that was probably meant by one that does not exist. */
public final class Nearest {
  /** No name is nearly that long. */
  private static final int LONGEST = 40;

  private Nearest() {}

  /**
   * {@return the name that takes the fewest slips from {@code word}, at most one for every three
   * letters of it; the first of equals; else the only one that {@code word} begins}
   */
  public static Optional<String> to(String word, List<String> names) {
    Optional<String> nearest = Optional.empty();
    if (word.length() > LONGEST) {
      return nearest;
    }
    int least = Math.max(1, word.length() / 3) + 1;
    for (String name : names) {
      int slips = slips(word, name);
      if (slips < least) {
        least = slips;
        nearest = Optional.of(name);
      }
    }
    return nearest.isPresent() ? nearest : begunBy(word, names);
  }

  private static Optional<String> begunBy(String word, List<String> names) {
    Optional<String> found = Optional.empty();
    for (String name : names) {
      if (!word.isEmpty() && name.startsWith(word)) {
        if (found.isPresent()) {
          return Optional.empty();
        }
        found = Optional.of(name);
      }
    }
    return found;
  }

  /** Letters left out, added, changed or swapped with the next one: optimal string alignment. */
  private static int slips(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = Math.max(i, j);
        if (i > 0 && j > 0) {
          int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
          int least = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
          least = Math.min(least, cost[i - 1][j - 1] + change);
          if (i > 1
              && j > 1
              && a.charAt(i - 1) == b.charAt(j - 2)
              && a.charAt(i - 2) == b.charAt(j - 1)) {
            least = Math.min(least, cost[i - 2][j - 2] + 1);
          }
          cost[i][j] = least;
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
