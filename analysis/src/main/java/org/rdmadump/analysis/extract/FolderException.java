package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The output folder cannot be used or written to; its message says where and why. */
public sealed class FolderException extends IOException permits FolderNotEmptyException {
  private static final long serialVersionUID = 1L;

  private final String text;

  /** A failure of {@code folder}. */
  FolderException(Path folder, String why) {
    super(folder + ": " + why);
    this.text = folder + ": " + why;
  }

  /** A failure of {@code folder} that the system reported. */
  FolderException(Path folder, IOException cause) {
    super(folder + ": " + reason(cause), cause);
    this.text = folder + ": " + reason(cause);
  }

  /** {@return what to tell the user; it names the folder} */
  public String text() {
    return text;
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "cannot be made there";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "is not a folder";
    }
    String reason = e instanceof FileSystemException named ? named.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }
}
