package org.rdmadump.analysis;

import java.util.Arrays;

/**
 * Counts the slips by which one word becomes another: letters left out, added, changed or swapped
 * with the next one (optimal string alignment). What is too far is found out early, most of it
 * without aligning anything, as thousands of names are compared with a word.
 */
final class Slips {
  /** Letters are counted by their last bits; those that share a count only make it less strict. */
  private static final int COUNTS = 32;

  private final String word;
  private final int[] letters = new int[COUNTS];
  private final int[] left = new int[COUNTS];
  private int[] row;
  private int[] above;
  private int[] twoAbove;

  /**
   * Slips from a word.
   *
   * @param limit the highest {@code most} that {@link #to} will be asked with
   */
  Slips(String word, int limit) {
    this.word = word;
    for (int i = 0; i < word.length(); i++) {
      letters[word.charAt(i) % COUNTS]++;
    }
    int columns = word.length() + limit + 1;
    this.row = new int[columns];
    this.above = new int[columns];
    this.twoAbove = new int[columns];
  }

  /** {@return how many slips there are to {@code name}; more than {@code most} if it takes more} */
  int to(String name, int most) {
    if (most < 0 || Math.abs(name.length() - word.length()) > most || !sharesLetters(name, most)) {
      return most + 1;
    }
    return align(name, most);
  }

  /** Whether few enough letters of each are not in the other: a slip mends one of each. */
  private boolean sharesLetters(String name, int most) {
    System.arraycopy(letters, 0, left, 0, COUNTS);
    int added = 0;
    for (int i = 0; i < name.length(); i++) {
      int letter = name.charAt(i) % COUNTS;
      left[letter]--;
      if (left[letter] < 0) {
        added++;
      }
    }
    // Of those of the word, as many are not in the name as make up the difference in length.
    return added <= most && added + word.length() - name.length() <= most;
  }

  /** Rows are letters of the word, columns those of the name; further off the diagonal is over. */
  private int align(String name, int most) {
    int over = most + 1;
    Arrays.fill(above, over);
    for (int column = 0; column <= Math.min(most, name.length()); column++) {
      above[column] = column;
    }
    int leastAbove = 0;
    for (int i = 1; i <= word.length(); i++) {
      int from = Math.max(1, i - most);
      int to = Math.min(name.length(), i + most);
      row[from - 1] = from == 1 ? Math.min(i, over) : over;
      int least = row[from - 1];
      for (int j = from; j <= to; j++) {
        row[j] = cell(name, i, j, over);
        least = Math.min(least, row[j]);
      }
      if (to < name.length()) {
        row[to + 1] = over;
      }
      if (least > most && leastAbove > most) {
        return over;
      }
      leastAbove = least;
      int[] free = twoAbove;
      twoAbove = above;
      above = row;
      row = free;
    }
    return above[name.length()];
  }

  private int cell(String name, int i, int j, int over) {
    char letter = word.charAt(i - 1);
    int cost = above[j - 1] + (letter == name.charAt(j - 1) ? 0 : 1);
    cost = Math.min(cost, Math.min(above[j], row[j - 1]) + 1);
    if (i > 1
        && j > 1
        && letter == name.charAt(j - 2)
        && word.charAt(i - 2) == name.charAt(j - 1)) {
      cost = Math.min(cost, twoAbove[j - 2] + 1);
    }
    return Math.min(cost, over);
  }
}
