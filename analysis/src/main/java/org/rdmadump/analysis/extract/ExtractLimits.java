package org.rdmadump.analysis.extract;

/**
 * What an extraction holds at most, whatever a capture asks for.
 *
 * @param files files with data
 * @param nodes files and directories that are remembered by handle or name; the least lately used
 *     that has neither data nor entries goes
 * @param ranges ranges of bytes that are kept apart by gaps, of all files; as many may wait for a
 *     COMMIT
 * @param offset bytes from there on are not taken
 * @param zerosOfFile gaps of one view with more bytes are not hashed
 * @param zerosOfRun the same of all views together
 */
public record ExtractLimits(
    int files, int nodes, int ranges, long offset, long zerosOfFile, long zerosOfRun) {
  /** What a run with the usual {@code --max-memory} has. */
  public static final ExtractLimits DEFAULT = of(1L << 24);

  private static final int BYTES_PER_NODE = 1 << 10;
  private static final int BYTES_PER_FILE = 1 << 11;
  private static final int BYTES_PER_RANGE = 1 << 7;

  /** Bytes of a name; one that is longer is not taken. */
  static final int NAME = 1024;

  /** Characters of a path from which on files in one directory have no part of theirs in common. */
  static final int SHARED_PATH = 256;

  /** Names of one file that are remembered. */
  static final int LINKS = 64;

  /** Directories above a file that a path is made of. */
  static final int DEPTH = 32;

  /** Files that are open at a time. */
  static final int OPEN_FILES = 64;

  /**
   * Limits on tables that together take about {@code memory} bytes; offsets up to 8 TiB, zeros up
   * to 1 GiB of a view and 8 GiB of a run.
   */
  public static ExtractLimits of(long memory) {
    return new ExtractLimits(
        share(memory, BYTES_PER_FILE),
        share(memory, BYTES_PER_NODE),
        share(memory, BYTES_PER_RANGE),
        1L << 43,
        1L << 30,
        1L << 33);
  }

  private static int share(long memory, int each) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, memory / each));
  }
}
