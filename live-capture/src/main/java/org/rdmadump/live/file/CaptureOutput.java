package org.rdmadump.live.file;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** Makes and deletes the files of a capture. */
public interface CaptureOutput {
  /**
   * Opens a file for writing, and truncates it.
   *
   * @param file the file
   * @throws IOException if the file cannot be opened, or must not be
   */
  WritableByteChannel open(Path file) throws IOException;

  /**
   * Deletes a written file, if it exists; never a pipe or a device.
   *
   * @param file the file
   * @throws IOException if the file cannot be deleted
   */
  void delete(Path file) throws IOException;
}
