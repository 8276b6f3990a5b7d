package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * What differs between two lists of lines, as {@code diff -u} shows it: by a longest common
 * subsequence, three lines around each change.
 */
final class UnifiedDiff {
  private static final int CONTEXT = 3;

  /** Lines of either side that are compared with all of the other; beyond, they just differ. */
  private static final int MOST_COMPARED = 4000;

  private final List<String> before;
  private final List<String> after;

  /** An edit of one line: kept, taken away or added. */
  private record Edit(char kind, int before, int after) {}

  UnifiedDiff(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
  }

  /**
   * The changes.
   *
   * @param most lines at most; behind them stands how many more there are
   */
  List<String> lines(int most) {
    List<String> all = hunks(edits());
    if (all.size() <= most) {
      return all;
    }
    List<String> some = new ArrayList<>(all.subList(0, most));
    some.add("... and " + (all.size() - most) + " more lines");
    return some;
  }

  private List<Edit> edits() {
    int head = 0;
    while (head < before.size()
        && head < after.size()
        && before.get(head).equals(after.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < before.size() - head
        && tail < after.size() - head
        && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
      tail++;
    }
    List<Edit> edits = new ArrayList<>();
    for (int i = 0; i < head; i++) {
      edits.add(new Edit(' ', i, i));
    }
    middle(head, before.size() - tail, after.size() - tail, edits);
    for (int i = tail; i > 0; i--) {
      edits.add(new Edit(' ', before.size() - i, after.size() - i));
    }
    return edits;
  }

  private void middle(int from, int toBefore, int toAfter, List<Edit> edits) {
    int rows = toBefore - from;
    int columns = toAfter - from;
    boolean compared = rows <= MOST_COMPARED && columns <= MOST_COMPARED;
    int[][] common = compared ? common(from, rows, columns) : new int[0][0];
    int i = 0;
    int j = 0;
    while (i < rows || j < columns) {
      if (compared && i < rows && j < columns && before.get(from + i).equals(after.get(from + j))) {
        edits.add(new Edit(' ', from + i++, from + j++));
      } else if (i < rows && (j == columns || !compared || common[i + 1][j] >= common[i][j + 1])) {
        edits.add(new Edit('-', from + i++, from + j));
      } else {
        edits.add(new Edit('+', from + i, from + j++));
      }
    }
  }

  /** Lengths of the longest common subsequences of what is behind each pair of places. */
  private int[][] common(int from, int rows, int columns) {
    int[][] common = new int[rows + 1][columns + 1];
    for (int i = rows - 1; i >= 0; i--) {
      for (int j = columns - 1; j >= 0; j--) {
        common[i][j] =
            before.get(from + i).equals(after.get(from + j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }

  private List<String> hunks(List<Edit> edits) {
    List<String> lines = new ArrayList<>();
    int at = 0;
    while (at < edits.size()) {
      if (edits.get(at).kind() == ' ') {
        at++;
        continue;
      }
      int first = Math.max(0, at - CONTEXT);
      int end = at;
      // Changes that are near each other are one hunk.
      for (int i = at; i < edits.size() && i <= end + 2 * CONTEXT; i++) {
        end = edits.get(i).kind() == ' ' ? end : i;
      }
      int last = Math.min(edits.size(), end + 1 + CONTEXT);
      hunk(edits.subList(first, last), lines);
      at = last;
    }
    return lines;
  }

  private void hunk(List<Edit> edits, List<String> lines) {
    long old = edits.stream().filter(each -> each.kind() != '+').count();
    long now = edits.stream().filter(each -> each.kind() != '-').count();
    int fromOld = edits.get(0).before() + (old > 0 ? 1 : 0);
    int fromNow = edits.get(0).after() + (now > 0 ? 1 : 0);
    lines.add("@@ -" + fromOld + "," + old + " +" + fromNow + "," + now + " @@");
    for (Edit each : edits) {
      lines.add(each.kind() + (each.kind() == '+' ? after(each) : before.get(each.before())));
    }
  }

  private String after(Edit edit) {
    return after.get(edit.after());
  }
}
