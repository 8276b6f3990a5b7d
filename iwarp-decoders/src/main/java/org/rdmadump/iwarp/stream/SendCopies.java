package org.rdmadump.iwarp.stream;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies of bytes of a Send, sent again, that may be the ones that arrived. */
final class SendCopies {
  /** Repeats of which it may turn out that they brought nothing; the oldest are forgotten. */
  private static final int MOST = 16;

  private final List<Copy> copies = new ArrayList<>(1);

  /** What a frame repeated, by positions in the stream. */
  record Copy(long from, long to, long frame, long nanos) {}

  /** Takes a copy of {@code [from, to)}. */
  void add(long from, long to, long frame, long nanos) {
    copies.add(new Copy(from, to, frame, nanos));
  }

  /** Forgets the oldest as long as there is no room for another. */
  void makeRoom() {
    while (copies.size() >= MOST) {
      copies.remove(0);
    }
  }

  /** Says that what a frame repeated of {@code [from, to)} had arrived before. */
  void needless(long from, long to, long frame) {
    for (int i = copies.size() - 1; i >= 0; i--) {
      Copy copy = copies.get(i);
      if (copy.frame != frame || from >= copy.to || to <= copy.from) {
        continue;
      }
      copies.remove(i);
      if (copy.from < from) {
        copies.add(new Copy(copy.from, from, copy.frame, copy.nanos));
      }
      if (to < copy.to) {
        copies.add(new Copy(to, copy.to, copy.frame, copy.nanos));
      }
    }
  }

  /** The latest that may have delivered some of the Send; null if none may. */
  @Nullable Copy latest() {
    Copy latest = null;
    for (Copy each : copies) {
      if (latest == null || each.frame > latest.frame) {
        latest = each;
      }
    }
    return latest;
  }
}
