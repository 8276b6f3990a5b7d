package org.rdmadump.nfs;

/** Paths for tests, as messages tell them. */
public final class FilePaths {
  private FilePaths() {}

  /** {@return the path of a file below directories, of whose first it is not known where it is} */
  public static FilePath below(String first, String... names) {
    FilePath path = FilePath.inUnknown(first);
    for (String name : names) {
      path = path.child(name);
    }
    return path;
  }
}
