package org.rdmadump.capture;

import java.io.IOException;

/** Too many captures that overlap in time. */
final class TooManyOpenException extends IOException {
  private static final long serialVersionUID = 1L;

  TooManyOpenException(int open) {
    super("overlaps in time with " + open + " other captures, which are open; no more can be");
  }
}
