package org.rdmadump.analysis.extract;

import java.util.ArrayList;
import java.util.List;

/**
 * To which sizes a file was cut, and in which frames the client asked for that: a WRITE without an
 * answer is told late, and what was cut off since it was sent is not in the file.
 */
final class Cuts {
  /** Those that are remembered; of more, the oldest counts as if it was the one behind it. */
  private static final int MOST = 16;

  /** In the order of frames; each has a larger size than the one before, or that tells nothing. */
  private final List<Cut> cuts = new ArrayList<>(1);

  private record Cut(long frame, long size) {}

  /**
   * Notes that the file was cut.
   *
   * @param frame of the call
   * @param size not negative
   */
  void add(long frame, long size) {
    int at = cuts.size();
    while (at > 0 && cuts.get(at - 1).frame() > frame) {
      at--;
    }
    if (at < cuts.size() && cuts.get(at).size() <= size) {
      return;
    }
    while (at > 0 && cuts.get(at - 1).size() >= size) {
      at--;
      cuts.remove(at);
    }
    cuts.add(at, new Cut(frame, size));
    if (cuts.size() > MOST) {
      cuts.set(1, new Cut(cuts.get(1).frame(), cuts.get(0).size()));
      cuts.remove(0);
    }
  }

  /** {@return the least size that was asked for behind a frame; the largest number if none was} */
  long since(long frame) {
    for (Cut each : cuts) {
      if (each.frame() > frame) {
        return each.size();
      }
    }
    return Long.MAX_VALUE;
  }
}
