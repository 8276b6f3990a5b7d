package org.rdmadump.capture;

/** A capture that is cut or damaged before its first frame. */
final class NoFrames extends CaptureReader {
  NoFrames(BlockReader reader, int needed) {
    this(
        reader,
        Damage.cutShort(reader.position(), 1, "the file header", needed, reader.available()));
  }

  NoFrames(BlockReader reader, Damage damage) {
    super(reader);
    damaged(damage);
  }

  @Override
  public boolean next(Frame frame) {
    return false;
  }
}
