package org.rdmadump.analysis;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

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
    int most = Math.max(1, word.length() / 3);
    Slips slips = new Slips(word, most);
    for (String name : names) {
      int least = slips.to(name, most);
      if (least <= most) {
        most = least - 1;
        nearest = Optional.of(name);
      }
    }
    return nearest.isPresent() ? nearest : begunBy(word, names);
  }

  /**
   * {@return names by the slips that they take from {@code word}, equal ones in their order}
   *
   * @param part what of a name is compared
   */
  public static List<String> inOrder(
      String word, Collection<String> names, UnaryOperator<String> part) {
    int most = Math.min(word.length(), LONGEST);
    Slips slips = new Slips(word, most);
    return names.stream()
        .sorted(Comparator.comparingInt(name -> slips.to(part.apply(name), most)))
        .toList();
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
}
