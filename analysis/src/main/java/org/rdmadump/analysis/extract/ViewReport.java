package org.rdmadump.analysis.extract;

import java.util.List;
import java.util.Optional;

/**
 * What is known of a file by what was written to it, or by what was read of it.
 *
 * @param length behind the last byte that moved, gaps included
 * @param bytes that are known
 * @param gaps the others, in order
 * @param sha256 of the file from 0 to {@code length}, zeros in gaps, in lower-case hex; empty if it
 *     has more zeros than are hashed
 */
public record ViewReport(long length, long bytes, List<Gap> gaps, Optional<String> sha256) {
  /** {@return whether there are no gaps} */
  public boolean isComplete() {
    return gaps.isEmpty();
  }

  /** {@return whether bytes moved that were not seen or not kept} */
  public boolean isCut() {
    for (Gap gap : gaps) {
      if (gap.reason() != Gap.Reason.NOT_MOVED) {
        return true;
      }
    }
    return false;
  }
}
