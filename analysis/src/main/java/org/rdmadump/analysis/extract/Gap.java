package org.rdmadump.analysis.extract;

import org.rdmadump.bytes.Absence;

/**
 * Bytes of a file that are not known. On disk they are zero.
 *
 * @param offset of the first of them in the file
 * @param length number of them, at least 1
 * @param reason why
 */
public record Gap(long offset, long length, Reason reason) {
  /** Why bytes are not known. */
  public enum Reason {
    /** No message moved them: they may be a hole of the file, or have moved before the capture. */
    NOT_MOVED("not_moved"),
    /** They moved inside a captured frame, cut off by the snap length. */
    TRUNCATED("truncated"),
    /** They moved in no captured frame. */
    NOT_CAPTURED("not_captured"),
    /** They were refused or did not arrive, and were not repeated. */
    LOST("lost"),
    /** Nothing tells whether they are of the message that moved them. */
    AMBIGUOUS("ambiguous"),
    /** They were given up by a memory limit of our own. */
    EVICTED("evicted");

    private final String label;

    Reason(String label) {
      this.label = label;
    }

    /** {@return the name that output uses} */
    public String label() {
      return label;
    }

    static Reason of(Absence why) {
      return switch (why) {
        case TRUNCATED -> TRUNCATED;
        case NOT_CAPTURED -> NOT_CAPTURED;
        case LOST -> LOST;
        case AMBIGUOUS -> AMBIGUOUS;
        case EVICTED, NOT_KEPT -> EVICTED;
      };
    }
  }

  /** {@return offset behind the last of them} */
  public long end() {
    return offset + length;
  }

  /** Whether {@code next} follows at once, for the same reason. */
  boolean joins(Gap next) {
    return reason == next.reason && end() == next.offset;
  }

  /** Both as one. */
  Gap with(Gap next) {
    return new Gap(offset, length + next.length, reason);
  }
}
