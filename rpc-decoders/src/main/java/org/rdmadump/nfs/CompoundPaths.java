package org.rdmadump.nfs;

import org.jspecify.annotations.Nullable;

/** Notes which paths the operations of a compound are about, one operation after the other. */
final class CompoundPaths {
  private static final FilePath[] NONE = {};

  /** Characters of all long paths of a compound: each of its operations may have another one. */
  private static final int MOST_CHARACTERS = 16_384;

  /** What a path takes, its characters aside, roughly. */
  private static final int PATH_COST = 100;

  /** Paths that a compound has for nothing, as most have no more. */
  private static final int USUAL_PATHS = 8;

  private @Nullable FilePath[] paths = NONE;
  private @Nullable FilePath[] newPaths = NONE;
  private long loose;
  private int count;
  private int index;
  private int noted;
  private int characters;

  /** Begins a compound of which a number of operations can be read. */
  void begin(int operations) {
    count = operations;
    paths = NONE;
    newPaths = NONE;
    loose = 0;
    noted = 0;
    characters = 0;
  }

  /** Goes on with an operation, from 0; nothing is noted of those that cannot be read. */
  void next(int operation) {
    index = operation;
  }

  void about(@Nullable FilePath path) {
    about(path, /* isInUnknown= */ false);
  }

  /**
   * The operation is about a file.
   *
   * @param isInUnknown whether that is named in a directory of which no name is known
   */
  void about(@Nullable FilePath path, boolean isInUnknown) {
    if (index >= count) {
      return;
    }
    if (path != null) {
      if (paths == NONE) {
        paths = new FilePath[count];
      }
      paths[index] = bounded(path);
    }
    if (isInUnknown && index < Long.SIZE) {
      loose |= 1L << index;
    }
  }

  /** The operation is about a file, and gives it or another one a path. */
  void both(@Nullable FilePath path, @Nullable FilePath newPath, boolean isInUnknown) {
    about(path, isInUnknown);
    if (newPath != null && index < count) {
      if (newPaths == NONE) {
        newPaths = new FilePath[count];
      }
      newPaths[index] = bounded(newPath);
    }
  }

  /** A path, or its end where long ones take too much by now. */
  private FilePath bounded(FilePath path) {
    noted++;
    int length = path.known().length();
    if (length <= FilePath.MOST_KEPT) {
      return path;
    }
    if (characters + length > MOST_CHARACTERS) {
      return path.end();
    }
    characters += length;
    return path;
  }

  /**
   * {@return the names that were noted}
   *
   * @param main index of the operation that the compound is about
   */
  FileNames names(int main) {
    return paths == NONE && newPaths == NONE
        ? FileNames.NONE
        : new FileNames(paths, newPaths, loose, main, held());
  }

  private int held() {
    return characters + PATH_COST * Math.max(0, noted - USUAL_PATHS);
  }
}
