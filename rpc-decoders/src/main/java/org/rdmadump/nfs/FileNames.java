package org.rdmadump.nfs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files that the operations of a message are about, by the names that were known when it was
 * complete. A procedure that is no compound is operation 0.
 */
public final class FileNames {
  private static final FilePath[] NO_PATHS = {};

  /** Of a message of which no name is known. */
  public static final FileNames NONE = new FileNames(NO_PATHS, NO_PATHS, 0, 0, 0);

  private final @Nullable FilePath[] paths;
  private final @Nullable FilePath[] newPaths;
  private final long loose;
  private final int held;

  /** Index of the operation that the message is about. */
  private final int main;

  /** The path of a procedure, in place of an array of it. */
  private final Optional<FilePath> only;

  /** A procedure's only path; whether it is in a directory of which no name is known. */
  FileNames(FilePath path, boolean isInUnknown) {
    this.paths = NO_PATHS;
    this.newPaths = NO_PATHS;
    this.loose = isInUnknown ? 1 : 0;
    this.main = 0;
    this.held = 0;
    this.only = Optional.of(path);
  }

  /**
   * Names by operation.
   *
   * @param loose a bit for each of the first 64 operations that names a file in a directory of
   *     which no name is known
   * @param main index of the operation that the message is about
   * @param held bytes that they take beyond what those of most messages do, roughly
   */
  FileNames(
      @Nullable FilePath[] paths, @Nullable FilePath[] newPaths, long loose, int main, int held) {
    this.paths = paths;
    this.newPaths = newPaths;
    this.loose = loose;
    this.main = main;
    this.held = held;
    this.only = Optional.empty();
  }

  /** {@return bytes that they take beyond what the names of most messages do, roughly} */
  public int held() {
    return held;
  }

  /** {@return whether no operation has a path} */
  public boolean isEmpty() {
    return only.isEmpty() && paths.length == 0 && newPaths.length == 0;
  }

  /**
   * {@return the path of the file that an operation is about: the one that it names in a directory,
   * else that of its file handle; of RENAME the old one, of LINK, COPY and CLONE that of the file
   * that there was before; empty if it is not known}
   *
   * @param operation from 0; any number
   */
  public Optional<FilePath> path(int operation) {
    return only.isPresent() && operation == 0 ? only : at(paths, operation);
  }

  /** {@return the path of the file that the whole is about: that of its main operation} */
  public Optional<FilePath> path() {
    return path(main);
  }

  /** {@return the other path of RENAME, LINK, COPY and CLONE: of the name or file that is made} */
  public Optional<FilePath> newPath(int operation) {
    return at(newPaths, operation);
  }

  /** {@return whether an operation names files in a directory of which no name is known} */
  public boolean isInUnknown(int operation) {
    return operation >= 0 && operation < Long.SIZE && (loose >>> operation & 1) != 0;
  }

  private static Optional<FilePath> at(@Nullable FilePath[] paths, int operation) {
    return operation >= 0 && operation < paths.length
        ? Optional.ofNullable(paths[operation])
        : Optional.empty();
  }
}
