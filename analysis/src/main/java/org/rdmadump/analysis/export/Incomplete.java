package org.rdmadump.analysis.export;

/** What becomes of messages with missing bytes in an export. */
public enum Incomplete {
  /** They are left out. */
  LEFT_OUT,
  /**
   * They are written as far as they go, and their comments say what is missing. Zeros stand for
   * missing bytes of data in Read and Write chunks, up to 4 MiB of a message. At the first other
   * missing byte the message is cut, as if a snap length had done so.
   */
  WRITTEN
}
