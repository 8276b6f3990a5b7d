package org.rdmadump.analysis.extract.nfs;

import java.util.OptionalLong;

/** What became of a call, or of an operation of it. */
enum Answer {
  /** The server did what was asked. */
  DONE,
  /** The server refused. */
  REFUSED,
  /** No answer was captured, or not enough of it. */
  UNKNOWN;

  /** What a status says; 0 is success in every version of NFS. */
  static Answer of(OptionalLong status) {
    if (status.isEmpty()) {
      return UNKNOWN;
    }
    return status.getAsLong() == 0 ? DONE : REFUSED;
  }
}
