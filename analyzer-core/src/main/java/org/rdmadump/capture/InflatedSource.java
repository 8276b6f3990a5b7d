package org.rdmadump.capture;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** A capture inside of a compressed input. */
final class InflatedSource implements FrameSource {
  private final InflatingChannel channel;
  private final FrameSource inside;
  private long frames;
  private Optional<Damage> damage = Optional.empty();

  private InflatedSource(InflatingChannel channel, FrameSource inside) {
    this.channel = channel;
    this.inside = inside;
  }

  /** Opens what a reader delivers; the caller closes it if this throws. */
  static FrameSource open(BlockReader reader, Compression compression, String name)
      throws IOException {
    Decompression decompression = compression.decompression(name);
    InflatingChannel channel = InflatingChannel.start(reader, decompression, name);
    try {
      return open(channel, compression, name);
    } catch (IOException | RuntimeException e) {
      CaptureFile.closeAfter(e, channel);
      throw e;
    }
  }

  private static FrameSource open(InflatingChannel channel, Compression compression, String name)
      throws IOException {
    BlockReader inflated = new BlockReader(channel);
    try {
      return new InflatedSource(channel, CaptureFile.open(inflated, /* inflated= */ true, name));
    } catch (CorruptInputException e) {
      Damage damage = damage(e, 0);
      InflatedSource nothing = new InflatedSource(channel, new NoFrames(inflated, damage));
      nothing.damage = Optional.of(damage);
      return nothing;
    } catch (NotACaptureException e) {
      throw new NotACaptureException(name, "inside " + compression + ": " + e.getMessage(), e);
    }
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    if (damage.isPresent()) {
      return false;
    }
    try {
      if (inside.next(frame)) {
        frames++;
        return true;
      }
    } catch (CorruptInputException e) {
      damage = Optional.of(damage(e, frames));
    }
    return false;
  }

  /** {@return the capture that was compressed} */
  FrameSource inside() {
    return inside;
  }

  @Override
  public CaptureInterface origin() {
    return inside.origin();
  }

  @Override
  public long position() {
    return channel.position();
  }

  @Override
  public OptionalLong dropped() {
    return inside.dropped();
  }

  @Override
  public Optional<Damage> damage() {
    return damage.isPresent() ? damage : inside.damage().map(InflatedSource::inflated);
  }

  @Override
  public Optional<Damage> damageSoFar() {
    return damage.isPresent() ? damage : inside.damageSoFar().map(InflatedSource::inflated);
  }

  @Override
  public void close() throws IOException {
    inside.close();
  }

  private static Damage damage(CorruptInputException e, long frames) {
    String where = frames == 0 ? " before the first frame" : " after frame " + frames;
    return new Damage(e.byteOffset(), frames + 1, e.getMessage() + where);
  }

  private static Damage inflated(Damage damage) {
    return new Damage(
        damage.byteOffset(), damage.frame(), damage.message() + " of the inflated capture");
  }
}
