package org.rdmadump.natives;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * A new folder for libraries that come out of the jar: in the temporary folder, with a name that
 * nobody knows beforehand, for the user alone (mode 0700). What is in it can be trusted as much as
 * the jar. Closing it deletes it with its files; a library that was loaded stays loaded.
 */
final class PrivateFolder implements Closeable {
  private static final String PREFIX = "rdmadump-";

  private final Path path;

  private PrivateFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes one.
   *
   * @throws IOException if the temporary folder ({@code java.io.tmpdir}) takes none
   */
  static PrivateFolder make() throws IOException {
    FileAttribute<?>[] mode =
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0];
    return new PrivateFolder(Files.createTempDirectory(PREFIX, mode));
  }

  /** {@return where it is} */
  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(path)) {
      files = found.toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(path);
  }
}
