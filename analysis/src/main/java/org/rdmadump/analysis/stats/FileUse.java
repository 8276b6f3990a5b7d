package org.rdmadump.analysis.stats;

import java.util.List;

/**
 * Which files, or which directories, calls were about.
 *
 * @param most those of which most bytes moved, of equals those with most calls, first
 * @param others how many are not among them; one that was left out, and came again, counts again
 * @param otherCalls calls about those
 * @param otherReadBytes bytes that READs returned of those
 * @param otherWrittenBytes bytes that WRITEs moved to those
 */
public record FileUse(
    List<FileStats> most,
    long others,
    long otherCalls,
    long otherReadBytes,
    long otherWrittenBytes) {
  /** No file. */
  public static final FileUse NONE = new FileUse(List.of(), 0, 0, 0, 0);

  /** {@return the same with so many listed at most, the rest among the others} */
  public FileUse first(int count) {
    if (most.size() <= count) {
      return this;
    }
    long calls = otherCalls;
    long read = otherReadBytes;
    long written = otherWrittenBytes;
    for (FileStats each : most.subList(count, most.size())) {
      calls += each.calls();
      read += each.readBytes();
      written += each.writtenBytes();
    }
    return new FileUse(
        List.copyOf(most.subList(0, count)), others + most.size() - count, calls, read, written);
  }

  /** {@return whether files of more than one server are listed} */
  public boolean isOfManyServers() {
    return most.stream().map(FileStats::server).distinct().count() > 1;
  }
}
