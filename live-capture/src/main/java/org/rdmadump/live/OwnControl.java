package org.rdmadump.live;

import java.io.IOException;
import java.util.Optional;

/** Runs a source that nobody else runs, and keeps what fails for whoever reads. */
final class OwnControl implements LiveControl, CaptureListener {
  private volatile Optional<IOException> failure = Optional.empty();
  private volatile boolean stopped;

  void stop() {
    stopped = true;
  }

  void throwFailure() throws IOException {
    Optional<IOException> why = failure;
    if (why.isPresent()) {
      throw new IOException(why.get().getMessage(), why.get());
    }
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }

  @Override
  public void idle() {}

  @Override
  public void failed(String device, IOException why) {
    failure = Optional.of(new IOException(device + ": " + why.getMessage(), why));
  }

  @Override
  public boolean unwritable(IOException why) {
    failure = Optional.of(why);
    return false;
  }
}
