package org.rdmadump.analysis.extract;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.nfs.FilePath;

/**
 * A file that was put into the output folder.
 *
 * @param server address of the server that has it
 * @param handleSha256 of its file handle, lower-case hex; empty if no message told the handle
 * @param nfsPath its path as the last READ or WRITE of it has it; empty if that has none
 * @param names paths that it has at the end, {@code /} between names; if it was removed, the last
 * @param removed whether all its names were taken away
 * @param wasWritten whether there was a WRITE; what is at {@code path} is of WRITEs then
 * @param path where it is, below the output folder
 * @param readPath where what was read of it is, if that differs from what was written
 * @param written by what was written to it
 * @param read by what was read of it
 * @param committed whether every byte that was written is known to be on stable storage
 * @param endedSize its size at the end, unsigned, if that was set and differs from where WRITEs
 *     ended
 * @param unansweredWrites WRITEs without a captured answer
 * @param failedWrites WRITEs that the server refused; their bytes are not here
 * @param serverChanges operations that changed it at the server, unseen
 */
public record ExtractedFile(
    String server,
    Optional<String> handleSha256,
    Optional<FilePath> nfsPath,
    List<String> names,
    boolean removed,
    boolean wasWritten,
    String path,
    Optional<String> readPath,
    ViewReport written,
    ViewReport read,
    boolean committed,
    OptionalLong endedSize,
    long unansweredWrites,
    long failedWrites,
    List<String> serverChanges) {
  /** {@return what is at {@link #path}} */
  public ViewReport main() {
    return wasWritten ? written : read;
  }

  /** {@return whether bytes moved that are not here} */
  public boolean isCut() {
    return written.isCut() || read.isCut();
  }
}
