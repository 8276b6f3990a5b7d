package org.rdmadump.analysis.extract;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder in an output folder, for files that are not finished; they are moved when they are. */
public final class UnfinishedFolder implements Closeable {
  private final Path path;

  private UnfinishedFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes it, and the output folder if that is not there.
   *
   * @param output the output folder
   * @param force take an output folder that is not empty
   * @param prefix what its name begins with
   * @throws FolderNotEmptyException if the output folder is not empty
   * @throws IOException if the output folder is no folder, or cannot be written to
   */
  public static UnfinishedFolder in(Path output, boolean force, String prefix) throws IOException {
    if (!Files.isDirectory(output)) {
      Files.createDirectories(output);
    } else if (!force && !isEmpty(output)) {
      throw new FolderNotEmptyException(output);
    }
    return new UnfinishedFolder(Files.createTempDirectory(output, prefix));
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  /** {@return where it is; gone after {@link #close}} */
  public Path path() {
    return path;
  }

  /** Removes it, with what is not finished. */
  @Override
  public void close() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(path);
  }
}
