package org.rdmadump.ib.qp;

/** Sizes that the payload of a full packet can have (IBTA volume 1, 9.2 and 12.7 path MTU). */
final class PathMtu {
  /** The smallest path MTU in bytes. */
  static final int SMALLEST = 256;
  private static final int LARGEST = 4096;

  private PathMtu() {}

  /** Whether a path MTU of this many bytes exists. */
  static boolean isValid(long bytes) {
    return bytes >= SMALLEST && bytes <= LARGEST && (bytes & (bytes - 1)) == 0;
  }
}
