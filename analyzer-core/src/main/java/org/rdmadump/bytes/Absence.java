package org.rdmadump.bytes;

/** Why bytes that were sent are not here. */
public enum Absence {
  /** Inside a captured frame, cut off by the snap length. */
  TRUNCATED,
  /** Known to have arrived, or sent while nothing was captured, but in no captured frame. */
  NOT_CAPTURED,
  /** Sent, not known to have arrived, and not repeated. */
  LOST,
  /** Seen, and given up by our own memory limit. */
  EVICTED
}
