package org.rdmadump.iwarp.mpa;

import java.util.Arrays;
import org.rdmadump.bytes.Absence;

/** Ranges of an FPDU that are not there, in order, and why. */
final class Gaps {
  private static final int FIRST_CAPACITY = 4;

  private int[] froms = new int[FIRST_CAPACITY];
  private int[] tos = new int[FIRST_CAPACITY];
  private Absence[] whys = new Absence[FIRST_CAPACITY];
  private int count;

  void clear() {
    count = 0;
  }

  int count() {
    return count;
  }

  int from(int index) {
    return froms[index];
  }

  int to(int index) {
    return tos[index];
  }

  Absence why(int index) {
    return whys[index];
  }

  /** Adds {@code [from, to)}, behind those before. */
  void add(int from, int to, Absence why) {
    if (from >= to) {
      return;
    }
    if (count > 0 && tos[count - 1] == from && whys[count - 1] == why) {
      tos[count - 1] = to;
      return;
    }
    if (count == froms.length) {
      froms = Arrays.copyOf(froms, 2 * count);
      tos = Arrays.copyOf(tos, 2 * count);
      whys = Arrays.copyOf(whys, 2 * count);
    }
    froms[count] = from;
    tos[count] = to;
    whys[count] = why;
    count++;
  }

  /** Whether nothing of {@code [from, to)} is absent. */
  boolean isFree(int from, int to) {
    for (int i = 0; i < count; i++) {
      if (froms[i] < to && tos[i] > from) {
        return false;
      }
    }
    return true;
  }

  /** Whether some of {@code [from, to)} is absent for a reason. */
  boolean isAny(Absence why, int from, int to) {
    for (int i = 0; i < count; i++) {
      if (whys[i] == why && froms[i] < to && tos[i] > from) {
        return true;
      }
    }
    return false;
  }

  /** Moves what is behind {@code at} by {@code count} bytes to the front, which were taken out. */
  void takeOut(int at, int removed) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int from = froms[i] <= at ? froms[i] : Math.max(at, froms[i] - removed);
      int to = tos[i] <= at ? tos[i] : Math.max(at, tos[i] - removed);
      if (from < to) {
        froms[kept] = from;
        tos[kept] = to;
        whys[kept] = whys[i];
        kept++;
      }
    }
    count = kept;
  }
}
