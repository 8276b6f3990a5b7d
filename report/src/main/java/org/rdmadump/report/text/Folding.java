package org.rdmadump.report.text;

import java.util.List;
import org.rdmadump.finding.Counted;

/** Puts rows of one kind below another row, and one in place of most of them if there are many. */
final class Folding {
  /** As many rows are shown whatever they are. */
  private static final int MOST = 8;

  /** Of more, the first ones, and the first ones that are remarkable. */
  private static final int KEPT = 6;

  private final boolean off;

  /** Folds, unless it is {@code off}. */
  Folding(boolean off) {
    this.off = off;
  }

  /** Puts {@code rows} below {@code parent}; {@code noun} says what one of them is. */
  void put(List<TreeRow> rows, String noun, TreeRow parent) {
    boolean folds = !off && rows.size() > MOST;
    TreeRow rest = new TreeRow();
    int folded = 0;
    int remarkable = 0;
    for (int i = 0; i < rows.size(); i++) {
      TreeRow row = rows.get(i);
      boolean kept = !folds || i < KEPT;
      if (!kept && row.isRemarkable() && remarkable < KEPT) {
        remarkable++;
        kept = true;
      }
      if (kept) {
        parent.add(row);
      } else {
        folded++;
        take(row, rest);
      }
    }
    if (folded > 0) {
      parent.add(named(rest, folded, noun));
    }
  }

  private static void take(TreeRow row, TreeRow rest) {
    for (int i = 0; i < row.spans().size(); i++) {
      rest.moved(row.spans().get(i).from(), row.spans().get(i).to());
    }
    rest.measures(row.bytes(), row.firstFrame(), row.lastFrame());
  }

  private static TreeRow named(TreeRow rest, int count, String noun) {
    rest.say("... " + Counted.of(count, "more " + noun));
    if (rest.bytes() > 0) {
      rest.say(rest.bytes() + " B");
    }
    if (rest.lastFrame() > 0) {
      rest.say(frames(rest.firstFrame(), rest.lastFrame()));
    }
    return rest;
  }

  /** {@return {@code frame 7} or {@code frames 7-9}} */
  static String frames(long first, long last) {
    return first == last ? "frame " + first : "frames " + first + "-" + last;
  }
}
