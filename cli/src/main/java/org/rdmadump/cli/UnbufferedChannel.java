package org.rdmadump.cli;

import java.io.Flushable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A channel in front of something that buffers: whoever reads it gets at once what is written.
 *
 * @param buffer where {@code channel} puts it
 */
record UnbufferedChannel(WritableByteChannel channel, Flushable buffer)
    implements WritableByteChannel {
  @Override
  public int write(ByteBuffer bytes) throws IOException {
    int count = channel.write(bytes);
    buffer.flush();
    return count;
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
