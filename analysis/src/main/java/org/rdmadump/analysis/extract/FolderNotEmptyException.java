package org.rdmadump.analysis.extract;

import java.nio.file.Path;

/** The output folder has something in it, and nobody said that it may. */
public final class FolderNotEmptyException extends FolderException {
  private static final long serialVersionUID = 1L;

  FolderNotEmptyException(Path folder) {
    super(folder, "not empty");
  }
}
