package org.rdmadump.capture;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A sequence of captured frames: a capture file, standard input, a live device.
 *
 * <pre>{@code
 * try (FrameSource source = CaptureFile.open(path)) {
 *   RdmaCapture.builder().run(source, listener);
 * }
 * }</pre>
 */
public interface FrameSource extends AutoCloseable {
  /**
   * Puts the next frame into {@code frame}.
   *
   * @return false at the end of the input, {@code frame} is then unchanged
   * @throws IOException if the input cannot be read; a malformed input never throws, it ends, or
   *     goes on behind the damage, and says why in {@link #damage()}
   */
  boolean next(Frame frame) throws IOException;

  /** Whether the source is live, so that a person may be waiting for results. */
  default boolean isFollowing() {
    return false;
  }

  /** {@return where the last frame was taken} */
  default CaptureInterface origin() {
    return CaptureInterface.UNKNOWN;
  }

  /** Bytes of input consumed so far, for progress; compressed ones of a compressed input. */
  long position();

  /**
   * Why the input ended before its end, if it did, or what in it was passed over; known when all of
   * it was read.
   */
  Optional<Damage> damage();

  /** What {@link #damage()} would say if the input ended here, as far as that is known. */
  default Optional<Damage> damageSoFar() {
    return damage();
  }

  /**
   * Packets that the input says were lost while it was captured, known for certain when all of it
   * was read; empty if it does not say.
   */
  default OptionalLong dropped() {
    return OptionalLong.empty();
  }

  @Override
  void close() throws IOException;
}
