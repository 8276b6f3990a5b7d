package org.rdmadump.capture;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the readers of all formats have in common: an input, a count of frames, how it ended. */
abstract sealed class CaptureReader implements FrameSource
    permits NoFrames, PcapReader, PcapngReader {
  final BlockReader reader;

  /** Frames that were delivered. */
  long frames;

  private Optional<Damage> damage = Optional.empty();

  /** The first damage behind which was read on, in how many places, and what was left out there. */
  private @Nullable Damage passed;

  private long passedPlaces;
  private long passedBytes;

  CaptureReader(BlockReader reader) {
    this.reader = reader;
  }

  @Override
  public final long position() {
    return reader.position();
  }

  /** {@return the same as {@link BlockReader#left}} */
  final int left(int most) throws IOException {
    return reader.left(most);
  }

  @Override
  public final Optional<Damage> damage() {
    return damage;
  }

  @Override
  public final Optional<Damage> damageSoFar() {
    Damage first = passed;
    return isDamaged() || first == null
        ? damage
        : Optional.of(first.passedOver(passedPlaces, passedBytes));
  }

  @Override
  public final void close() throws IOException {
    reader.close();
  }

  /** {@return bytes on the wire: never less than captured, and no more than an int holds} */
  static int original(int unsigned, int captured) {
    return unsigned < 0 ? Integer.MAX_VALUE : Math.max(unsigned, captured);
  }

  /** {@return false, for a reader that finds no further frame} */
  final boolean damaged(Damage what) {
    damage = Optional.of(what);
    return false;
  }

  /** Notes damage behind which reading goes on. */
  final void passedOver(Damage what, long bytes) {
    if (passedPlaces++ == 0) {
      passed = what;
    }
    passedBytes += bytes;
  }

  /** {@return false, for a reader that cannot go on; also says what was passed over before} */
  final boolean ends(Damage what) {
    Damage first = passed;
    return damaged(first == null ? what : what.after(first.passedOver(passedPlaces, passedBytes)));
  }

  /** {@return false, for a reader at the end of its input; says what was passed over before} */
  final boolean endsWell() {
    Damage first = passed;
    return first != null && damaged(first.passedOver(passedPlaces, passedBytes));
  }

  final boolean isDamaged() {
    return damage.isPresent();
  }
}
