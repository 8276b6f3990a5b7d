package org.rdmadump.capture;

import java.io.IOException;

/** Why a capture of a {@link MergedSource} is not read: too many others overlap with it. */
public final class TooManyOpenException extends IOException {
  private static final long serialVersionUID = 1L;

  TooManyOpenException(int open) {
    super("overlaps in time with " + open + " other captures, which are open; no more can be");
  }
}
