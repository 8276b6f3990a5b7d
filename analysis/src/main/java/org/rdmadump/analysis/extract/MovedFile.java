package org.rdmadump.analysis.extract;

import java.util.Optional;

/**
 * A file that READ or WRITE moved bytes of, counted and not rebuilt.
 *
 * @param connection 1-based index of the connection; 0 if it is counted over all connections
 * @param server address of the server; empty if it is not known
 * @param hash short name of its handle as {@code nfs.fh} has it; empty if no message told the
 *     handle
 * @param path where it is at the end, as {@code nfs.path} has it; empty if no message told it
 * @param reads READs that succeeded
 * @param readBytes bytes that they moved
 * @param writes WRITEs that succeeded or were not answered
 * @param writtenBytes bytes that they moved
 * @param failed WRITEs that the server refused
 * @param firstNanos time of the first of these replies, or of a call without one
 * @param lastNanos time of the last
 */
public record MovedFile(
    int connection,
    String server,
    Optional<String> hash,
    Optional<String> path,
    long reads,
    long readBytes,
    long writes,
    long writtenBytes,
    long failed,
    long firstNanos,
    long lastNanos) {
  /** {@return bytes that moved, either way} */
  public long bytes() {
    return readBytes + writtenBytes;
  }
}
