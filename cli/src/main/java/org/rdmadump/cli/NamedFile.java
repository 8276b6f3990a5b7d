package org.rdmadump.cli;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file that a word names, also one whose name is not UTF-8. */
final class NamedFile {
  /** What Java makes of each byte that is not UTF-8. */
  private static final char UNKNOWN = '\uFFFD';

  private NamedFile() {}

  /**
   * {@return the file of a name; where the name has bytes that Java could not read, the only file
   * whose name reads the same, if there is one}
   *
   * @throws java.nio.file.InvalidPathException if no file can have that name
   */
  static Path of(String name) {
    Path path = Path.of(name);
    Path last = path.getFileName();
    if (name.indexOf(UNKNOWN) < 0 || last == null || Files.exists(path)) {
      return path;
    }
    Path parent = path.getParent();
    Path folder = parent == null ? Path.of("") : of(parent.toString());
    List<Path> alike = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (String.valueOf(entry.getFileName()).equals(last.toString())) {
          alike.add(entry);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return path;
    }
    return alike.size() == 1 ? alike.get(0) : path;
  }
}
