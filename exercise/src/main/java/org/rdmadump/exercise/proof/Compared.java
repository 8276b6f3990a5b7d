package org.rdmadump.exercise.proof;

import java.util.Arrays;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

/** Compares what was rebuilt with what was in memory, byte by byte. */
final class Compared {
  private Compared() {}

  /** A message, or memory; its length counts, too. */
  static Verdict of(Rope rebuilt, byte[] expected) {
    long right = 0;
    long missing = 0;
    long wrong = Math.max(0, rebuilt.length() - expected.length);
    long first = -1;
    if (rebuilt.isComplete()
        && rebuilt.length() == expected.length
        && Arrays.equals(rebuilt.toArray(0, rebuilt.length()), expected)) {
      return new Verdict(expected.length, 0, 0, "", /* whole= */ true);
    }
    for (int i = 0; i < expected.length; i++) {
      if (i >= rebuilt.length()) {
        wrong++;
      } else if (!rebuilt.has(i, 1)) {
        missing++;
        continue;
      } else if (rebuilt.byteAt(i) == expected[i]) {
        right++;
        continue;
      } else {
        wrong++;
      }
      first = first < 0 ? i : first;
    }
    if (wrong > 0 && first < 0) {
      first = expected.length;
    }
    return new Verdict(right, missing, wrong, detail(wrong, first), missing == 0);
  }

  /** A message whose length the capture does not tell: only bytes that are there can be wrong. */
  static Verdict beginning(Rope rebuilt, byte[] expected) {
    Rope.Builder known = Rope.builder();
    known.add(rebuilt, 0, Math.min(rebuilt.length(), expected.length));
    known.addHole(expected.length - known.length(), Absence.NOT_CAPTURED);
    return of(known.build(), expected).butMissing();
  }

  private static String detail(long wrong, long first) {
    return wrong == 0
        ? ""
        : wrong + (wrong == 1 ? " byte differs" : " bytes differ") + ", the first at " + first;
  }
}
