package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that is open, and that only the first byte changes: without one, everything is as it was
 * before it was opened.
 */
final class LateOutput extends OutputStream {
  private final FileChannel channel;
  private final OutputStream out;
  private final Path file;
  private final boolean isNew;
  private final boolean isEmptied;
  private boolean begun;

  /**
   * Writes to an open file.
   *
   * @param isNew whether opening made it
   * @param isEmptied whether what is in it is to be overwritten
   */
  LateOutput(FileChannel channel, Path file, boolean isNew, boolean isEmptied) {
    this.channel = channel;
    this.out = Channels.newOutputStream(channel);
    this.file = file;
    this.isNew = isNew;
    this.isEmptied = isEmptied;
  }

  private void begin() throws IOException {
    if (!begun && isEmptied) {
      channel.truncate(0);
    }
    begun = true;
  }

  @Override
  public void write(int value) throws IOException {
    begin();
    out.write(value);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    begin();
    out.write(bytes, from, count);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    if (isNew && !begun) {
      Files.deleteIfExists(file);
    }
  }
}
