package org.rdmadump.capture;

import java.io.IOException;
import java.util.Optional;

/** A capture that is cut or damaged before its first frame. */
final class NoFrames implements FrameSource {
  private final BlockReader reader;
  private final Damage damage;

  NoFrames(BlockReader reader, int needed) {
    this(
        reader,
        new Damage(
            reader.position(),
            1,
            "cut short in the file header (needed "
                + needed
                + " bytes, had "
                + reader.available()
                + ")"));
  }

  NoFrames(BlockReader reader, Damage damage) {
    this.reader = reader;
    this.damage = damage;
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
