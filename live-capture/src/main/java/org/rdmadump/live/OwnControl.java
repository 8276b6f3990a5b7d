package org.rdmadump.live;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a source that nobody else runs, and keeps what fails for whoever reads. */
final class OwnControl implements LiveControl, CaptureListener {
  private final AtomicReference<Optional<IOException>> failure =
      new AtomicReference<>(Optional.empty());

  private volatile boolean stopped;

  void stop() {
    stopped = true;
  }

  void throwFailure() throws IOException {
    Optional<IOException> why = failure.get();
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
    failure.set(Optional.of(new IOException(device + ": " + why.getMessage(), why)));
  }

  @Override
  public boolean unwritable(IOException why) {
    failure.set(Optional.of(why));
    return false;
  }
}
