package org.rdmadump.live.file;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** Makes the files of a capture. */
public interface CaptureOutput {
  /**
   * Opens a file to write to; what was in it is gone.
   *
   * @throws IOException if that cannot be, or must not be
   */
  WritableByteChannel open(Path file) throws IOException;

  /** Deletes a file that was written, if it is there; never a pipe or a device. */
  void delete(Path file) throws IOException;
}
