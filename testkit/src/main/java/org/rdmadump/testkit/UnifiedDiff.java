package org.rdmadump.testkit;

import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.util.diff.ChangeDelta;
import org.assertj.core.util.diff.Chunk;
import org.assertj.core.util.diff.DiffUtils;
import org.assertj.core.util.diff.Patch;

/**
 * What differs between two lists of lines, as {@code diff -u} shows it, three lines around each
 * change.
 */
final class UnifiedDiff {
  private static final int CONTEXT = 3;

  /** Lines between the first and the last change that are compared; of more, all are changed. */
  private static final int MOST_COMPARED = 4000;

  /** Lines of the names of files, which are not of interest here. */
  private static final int NAMES = 2;

  private final List<String> before;
  private final List<String> after;

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
    List<String> all =
        DiffUtils.generateUnifiedDiff("", "", before, patch(), CONTEXT).stream()
            .skip(NAMES)
            .map(UnifiedDiff::withEmptySide)
            .toList();
    return all.size() <= most
        ? all
        : Stream.concat(
                all.stream().limit(most),
                Stream.of("... and " + (all.size() - most) + " more lines"))
            .toList();
  }

  /** Of a side without lines {@code diff -u} numbers none, and the library the first. */
  private static String withEmptySide(String line) {
    return line.startsWith("@@ ") ? line.replace("-1,0 ", "-0,0 ").replace("+1,0 ", "+0,0 ") : line;
  }

  private Patch<String> patch() {
    int shorter = Math.min(before.size(), after.size());
    int head = 0;
    while (head < shorter && before.get(head).equals(after.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < shorter - head && fromEnd(before, tail).equals(fromEnd(after, tail))) {
      tail++;
    }
    List<String> removed = before.subList(head, before.size() - tail);
    List<String> added = after.subList(head, after.size() - tail);
    if (Math.max(removed.size(), added.size()) <= MOST_COMPARED) {
      return DiffUtils.diff(before, after);
    }
    Patch<String> whole = new Patch<>();
    whole.addDelta(new ChangeDelta<>(new Chunk<>(head, removed), new Chunk<>(head, added)));
    return whole;
  }

  private static String fromEnd(List<String> lines, int index) {
    return lines.get(lines.size() - 1 - index);
  }
}
