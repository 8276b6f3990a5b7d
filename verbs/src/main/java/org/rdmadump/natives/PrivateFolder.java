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
 * A new folder for libraries from the jar. It is in the temporary folder, has an unpredictable
 * name, and permits access by the user only (mode 0700). Its contents are as trustworthy as the
 * jar. Closing deletes the folder with its files; loaded libraries stay loaded.
 */
final class PrivateFolder implements Closeable {
  private static final String PREFIX = "rdmadump-";

  private final Path path;

  private PrivateFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes a folder.
   *
   * @throws IOException if the folder cannot be made in the temporary folder ({@code
   *     java.io.tmpdir})
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

  /** {@return the path of the folder} */
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
