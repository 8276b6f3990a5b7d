package org.rdmadump.capture;

/** A capture that is cut or damaged before its first frame. */
final class NoFrames extends CaptureReader {
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
    super(reader);
    damaged(damage);
  }

  @Override
  public boolean next(Frame frame) {
    return false;
  }
}
