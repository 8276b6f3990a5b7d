package org.rdmadump.cli;

/** A fault of this program while it decoded; the cause is what was thrown. */
final class DecodingFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DecodingFault(long frame, Throwable cause) {
    super("in frame " + frame, cause);
  }
}
