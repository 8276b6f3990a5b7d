package org.rdmadump.report.json;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.FilePath;

/** Writes the paths of files, of which the same ones come again and again. */
final class PathJson {
  /** A power of two. */
  private static final int ROOM = 1024;

  /** Bytes of what is not kept. */
  private static final int MOST = 1024;

  /** Bytes of room for most. */
  private static final int LEAST = 128;

  private static final byte[] PATH = JsonText.key("path");
  private static final byte[] FILENAME = JsonText.key("filename");

  private final JsonOutput out;
  private final @Nullable FilePath[] paths = new FilePath[ROOM];

  /** How each was written, its last part with it; behind that what was there before. */
  private final byte[][] written = new byte[ROOM][];

  private final int[] lengths = new int[ROOM];

  PathJson(JsonOutput out) {
    this.out = out;
  }

  /** Writes the paths of an operation that is open, as far as they are known. */
  void write(FileNames names, int operation) {
    Optional<FilePath> path = names.path(operation);
    if (path.isPresent()) {
      path(path.get());
    }
    Optional<FilePath> newPath = names.newPath(operation);
    if (newPath.isPresent()) {
      out.name("new_path");
      out.string(newPath.get().text());
    }
  }

  @SuppressWarnings("ReferenceEquality") // Of a file there is one object as long as it has a name.
  private void path(FilePath path) {
    int place = path.hashCode() & ROOM - 1;
    if (paths[place] == path) {
      out.again(written[place], lengths[place]);
      return;
    }
    int begin = out.length();
    out.key(PATH);
    out.string(path.isWhole() ? "" : FilePath.UNKNOWN_ABOVE, path.known());
    if (!path.filename().isEmpty()) {
      out.key(FILENAME);
      out.string(path.filename());
    }
    int length = out.length() - begin;
    if (length <= MOST) {
      if (paths[place] == null || written[place].length < length) {
        written[place] = new byte[Math.max(LEAST, length)];
      }
      out.since(begin, written[place]);
      paths[place] = path;
      lengths[place] = length;
    }
  }
}
