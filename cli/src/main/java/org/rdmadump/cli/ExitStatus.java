package org.rdmadump.cli;

/** What the process tells its caller at the end. */
final class ExitStatus {
  /** Everything was read and printed. */
  static final int DONE = 0;

  /** There are findings of the severity that {@code check} was to fail on. */
  static final int FINDINGS = 1;

  /** A call of {@code ping} was not answered. */
  static final int UNANSWERED = 1;

  /** Bytes that {@code exercise} moved are others in memory or in the capture. */
  static final int DIFFERS = 1;

  /** A step of {@code hca-selftest} failed. */
  static final int STEP_FAILED = 1;

  /** A filter chose nothing, where {@code --expect-match} asks for something, or the reverse. */
  static final int NO_MATCH = 1;

  /** The command line was wrong, or asks for what is not in this version. */
  static final int USAGE = 2;

  /** An input could not be read as a capture to its end. */
  static final int UNREADABLE = 3;

  /** A fault of this program; EX_SOFTWARE of sysexits.h. */
  static final int INTERNAL = 70;

  /** An output could not be written, as on a full disk; EX_IOERR of sysexits.h. */
  static final int OUTPUT = 74;

  /** Interrupted by the user. */
  static final int INTERRUPTED = 130;

  /** Nobody read the output any more. */
  static final int CLOSED_PIPE = 141;

  private ExitStatus() {}
}
