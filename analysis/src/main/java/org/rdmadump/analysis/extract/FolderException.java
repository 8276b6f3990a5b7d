package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** The output folder cannot be used or written to; its message says where and why. */
public sealed class FolderException extends IOException permits FolderNotEmptyException {
  private static final long serialVersionUID = 1L;

  /** A failure of {@code folder}. */
  FolderException(Path folder, String why) {
    super(folder + ": " + why);
  }

  /** A failure of {@code folder} that the system reported. */
  FolderException(Path folder, IOException cause) {
    super(folder + ": " + reason(cause), cause);
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "is not a folder";
    }
    String reason = e instanceof FileSystemException named ? named.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }
}
