package org.rdmadump.live;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.rdmadump.live.file.CaptureOutput;

/** Makes new files. */
public final class ToFiles implements CaptureOutput {
  @Override
  public WritableByteChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.delete(file);
  }
}
