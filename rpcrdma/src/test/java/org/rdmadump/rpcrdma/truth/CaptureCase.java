package org.rdmadump.rpcrdma.truth;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A capture with what lies beside it.
 *
 * @param name file name without its suffix
 * @param file the capture
 */
record CaptureCase(String name, Path file) {
  /** The file of the same name with another suffix. */
  Path beside(String suffix) {
    return file.resolveSibling(name + suffix);
  }

  /** Whether it is of RPC that the client's kernel traced. */
  boolean isTraced() {
    return (name.startsWith("rocev2-") || isIwarp())
        && !isOdd()
        && Files.exists(beside(".trace.txt.gz"));
  }

  /** Whether it is of messages that no kernel client sends. */
  boolean isOdd() {
    return name.endsWith("-odd");
  }

  /** Whether RDMA went over TCP. */
  boolean isIwarp() {
    return name.startsWith("iwarp-");
  }

  /** Whether it is of verbs programs, without RPC. */
  boolean isVerbs() {
    return name.startsWith("rxe-") || name.startsWith("siw-");
  }

  /** Whether it began after the mount and ended before the unmount. */
  boolean isMidStream() {
    return name.endsWith("-midstream");
  }

  /** Whether a snap length cut its frames. */
  boolean isCut() {
    return name.endsWith("-snap128");
  }

  /** Whether the scenario delayed packets before they reached the capture point. */
  boolean isDelayed() {
    return name.endsWith("-reorder");
  }

  @Override
  public String toString() {
    return name;
  }
}
