package org.rdmadump.analysis.extract;

import org.rdmadump.bytes.Rope;
import org.rdmadump.nfs.FilePath;

/** What an answered message says about a file; see RFC 1813, RFC 7530, RFC 8881 and RFC 7862. */
public sealed interface FileEvent {
  /** What it says is about the content. */
  sealed interface Data extends FileEvent {
    /** Which file's. */
    FileRef file();
  }

  /**
   * A file, or a directory, was found or made under a name.
   *
   * @param made whether it may be a new one
   */
  record Named(FileRef file, FileRef directory, WireBytes name, boolean made)
      implements FileEvent {}

  /** A message about the content of a file says, or an earlier one said, where it is. */
  record Located(FileRef file, FilePath path) implements FileEvent {}

  /** The root of a server's name space has this handle. */
  record RootFound(FileRef.ByHandle file) implements FileEvent {}

  /** RENAME. */
  record Renamed(FileRef fromDirectory, WireBytes from, FileRef toDirectory, WireBytes to)
      implements FileEvent {}

  /** REMOVE or RMDIR. */
  record Removed(FileRef directory, WireBytes name) implements FileEvent {}

  /**
   * WRITE that succeeded.
   *
   * @param offset in the file, unsigned
   * @param data what the server says it wrote; holes where bytes were not seen
   * @param stable whether it was on stable storage when the server answered
   * @param verifier tells one life of the server from the next (RFC 1813 section 3.3.7)
   */
  record Wrote(FileRef file, long offset, Rope data, boolean stable, long verifier)
      implements Data {}

  /**
   * WRITE without a captured answer.
   *
   * @param offset in the file, unsigned
   * @param data what the client sent; holes where bytes were not seen
   * @param frame in which it was sent: it is told when nobody waits for the answer any more
   */
  record WroteUnanswered(FileRef file, long offset, Rope data, long frame) implements Data {}

  /**
   * WRITE without a captured answer that was told before, and of which a repeat was answered: what
   * that came to is told next.
   */
  record AnsweredAgain(FileRef file) implements Data {}

  /** WRITE that the server refused. */
  record WriteFailed(FileRef file) implements Data {}

  /**
   * READ that succeeded.
   *
   * @param offset in the file, unsigned
   * @param data what the server returned; holes where bytes were not seen
   * @param end whether the file ends behind it
   * @param goesOn whether it is of a READ_PLUS that an earlier event told of
   */
  record Read(FileRef file, long offset, Rope data, boolean end, boolean goesOn) implements Data {
    /** What a READ returned, or the first that a READ_PLUS did. */
    public Read(FileRef file, long offset, Rope data, boolean end) {
      this(file, offset, data, end, false);
    }
  }

  /**
   * READ_PLUS returned a hole: bytes that are zero and did not travel.
   *
   * @param offset in the file, unsigned
   * @param length unsigned
   * @param end whether the file ends behind it
   * @param goesOn whether it is of a READ_PLUS that an earlier event told of
   */
  record ReadHole(FileRef file, long offset, long length, boolean end, boolean goesOn)
      implements Data {
    /** The first that a READ_PLUS returned. */
    public ReadHole(FileRef file, long offset, long length, boolean end) {
      this(file, offset, length, end, false);
    }
  }

  /** READ or WRITE that may have moved bytes, of a file that nothing tells. */
  record MovedUnknown() implements FileEvent {}

  /**
   * COMMIT that succeeded.
   *
   * @param offset in the file, unsigned
   * @param count of bytes, 0 for all to the end
   * @param verifier as of a WRITE
   */
  record Committed(FileRef file, long offset, long count, long verifier) implements Data {}

  /**
   * The size was set: SETATTR, or OPEN or CREATE of a file that is emptied.
   *
   * @param size unsigned
   * @param frame in which the call was sent
   */
  record Resized(FileRef file, long size, long frame) implements FileEvent {}

  /**
   * The server changed the content by itself, which the wire does not show.
   *
   * @param operation such as {@code COPY}
   */
  record ChangedAtServer(FileRef file, String operation) implements Data {}
}
