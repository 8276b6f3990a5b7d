package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** A file in the output folder. What goes wrong is the folder's fault, and told as such. */
final class FolderOutput extends OutputStream {
  private final Path folder;
  private final OutputStream file;

  FolderOutput(Path folder, OutputStream file) {
    this.folder = folder;
    this.file = file;
  }

  @Override
  public void write(int value) throws FolderException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws FolderException {
    try {
      file.write(bytes, from, length);
    } catch (IOException e) {
      throw new FolderException(folder, e);
    }
  }

  @Override
  public void close() throws FolderException {
    try {
      file.close();
    } catch (IOException e) {
      throw new FolderException(folder, e);
    }
  }
}
