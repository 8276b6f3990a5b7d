package org.rdmadump.capture;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A source that does as another one: for who leaves frames of that out, changes or counts them.
 *
 * <pre>{@code
 * FrameSource first1000 =
 *     new ForwardingSource(source) {
 *       public boolean next(Frame frame) throws IOException {
 *         return super.next(frame) && frame.number() <= 1000;
 *       }
 *     };
 * }</pre>
 */
public abstract class ForwardingSource implements FrameSource {
  private final FrameSource source;

  /** Does as {@code source}, which is closed with this. */
  protected ForwardingSource(FrameSource source) {
    this.source = source;
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    return source.next(frame);
  }

  @Override
  public boolean isFollowing() {
    return source.isFollowing();
  }

  @Override
  public CaptureInterface origin() {
    return source.origin();
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
  public Optional<Damage> damageSoFar() {
    return source.damageSoFar();
  }

  @Override
  public OptionalLong dropped() {
    return source.dropped();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
