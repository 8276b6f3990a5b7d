package org.rdmadump.capture;

import java.io.IOException;
import java.util.Optional;

/** A capture that is cut inside of its file header. */
final class NoFrames implements FrameSource {
  private final BlockReader reader;
  private final Damage damage;

  NoFrames(BlockReader reader, int needed) {
    this.reader = reader;
    this.damage =
        new Damage(
            reader.position(),
            1,
            "cut short in the file header (needed "
                + needed
                + " bytes, had "
                + reader.available()
                + ")");
  }

  @Override
  public boolean next(Frame frame) {
    return false;
  }

  @Override
  public long position() {
    return reader.position();
  }

  @Override
  public Optional<Damage> damage() {
    return Optional.of(damage);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
