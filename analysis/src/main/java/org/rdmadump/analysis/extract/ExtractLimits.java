package org.rdmadump.analysis.extract;

/**
 * What an extraction holds at most, whatever a capture asks for.
 *
 * @param files files with data
 * @param nodes files and directories that are remembered by handle or name; the least lately used
 *     that has neither data nor entries goes
 * @param ranges ranges of bytes that are kept apart by gaps, of all files
 * @param offset bytes from there on are not taken
 * @param zerosOfFile gaps of one view with more bytes are not hashed
 * @param zerosOfRun the same of all views together
 */
public record ExtractLimits(
    int files, int nodes, int ranges, long offset, long zerosOfFile, long zerosOfRun) {
  /** 16,384 files, 65,536 nodes, 262,144 ranges, 8 TiB, zeros of 1 GiB and 8 GiB. */
  public static final ExtractLimits DEFAULT =
      new ExtractLimits(1 << 14, 1 << 16, 1 << 18, 1L << 43, 1L << 30, 1L << 33);

  /** Bytes of a name; one that is longer is not taken. */
  static final int NAME = 1024;

  /** Names of one file that are remembered. */
  static final int LINKS = 64;

  /** Directories above a file that a path is made of. */
  static final int DEPTH = 32;

  /** Files that are open at a time. */
  static final int OPEN_FILES = 64;

  /** Ranges of one file that wait for a COMMIT; if there are more, they are one, gaps included. */
  static final int UNCOMMITTED = 1024;
}
