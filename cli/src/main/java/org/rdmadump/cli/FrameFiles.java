package org.rdmadump.cli;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.MergedSource;
import org.rdmadump.finding.Finding;

/**
 * Which of several captures a finding is about. Frames are numbered over all of them, so this
 * remembers where frames of one follow those of another, the latest {@link #MOST} times.
 */
final class FrameFiles implements Consumer<Frame>, ToIntFunction<Finding> {
  private static final int FEW = 1 << 6;
  private static final int MOST = 1 << 20;

  /** What a finding has of which it is not known. */
  private static final int UNKNOWN = -1;

  private final List<String> names;

  private final MergedSource merged;

  // The first frames of runs, and the captures that they are of: a ring once it is large.
  private long[] firsts = new long[FEW];
  private int[] files = new int[FEW];
  private long runs;
  private int last = UNKNOWN;

  FrameFiles(List<String> names, MergedSource merged) {
    this.names = names;
    this.merged = merged;
  }

  @Override
  public void accept(Frame frame) {
    int file = merged.input();
    if (file == last) {
      return;
    }
    if (runs == firsts.length && firsts.length < MOST) {
      firsts = Arrays.copyOf(firsts, firsts.length * 2);
      files = Arrays.copyOf(files, firsts.length);
    }
    firsts[at(runs)] = frame.number();
    files[at(runs)] = file;
    runs++;
    last = file;
  }

  private int at(long run) {
    return (int) (run & (firsts.length - 1));
  }

  @Override
  public int applyAsInt(Finding finding) {
    if (finding.rule().equals(CaptureRules.CUT_SHORT)) {
      return named(finding.message());
    }
    long low = Math.max(0, runs - firsts.length);
    long high = runs - 1;
    if (low > high || firsts[at(low)] > finding.frame()) {
      return UNKNOWN;
    }
    while (low < high) {
      long middle = (low + high + 1) >>> 1;
      if (firsts[at(middle)] <= finding.frame()) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return files[at(low)];
  }

  /** The capture whose name a message begins with. */
  private int named(String message) {
    for (int i = 0; i < names.size(); i++) {
      if (message.startsWith(Inputs.display(names.get(i)) + ": ")) {
        return i;
      }
    }
    return UNKNOWN;
  }
}
