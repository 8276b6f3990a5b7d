package org.rdmadump.live;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Controls a source without another control, and keeps its failure for the reader. */
final class OwnControl implements LiveControl, CaptureListener {
  private volatile @Nullable IOException failure;
  private volatile boolean stopped;

  void stop() {
    stopped = true;
  }

  void throwFailure() throws IOException {
    IOException why = failure;
    if (why != null) {
      throw new IOException(why.getMessage(), why);
    }
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }

  @Override
  public void failed(String device, IOException why) {
    failure = new IOException(device + ": " + why.getMessage(), why);
  }

  @Override
  public boolean unwritable(IOException why) {
    failure = why;
    return false;
  }
}
