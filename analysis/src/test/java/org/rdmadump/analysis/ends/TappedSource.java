package org.rdmadump.analysis.ends;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** Shows each frame to a log before it is decoded. */
record TappedSource(FrameSource source, TapLog log) implements FrameSource {
  @Override
  public boolean next(Frame frame) throws IOException {
    boolean found = source.next(frame);
    if (found) {
      log.frame(frame);
    }
    return found;
  }

  @Override
  public long position() {
    return source.position();
  }

  @Override
  public Optional<Damage> damage() {
    return source.damage();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
