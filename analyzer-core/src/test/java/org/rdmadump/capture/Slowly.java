package org.rdmadump.capture;

import java.io.ByteArrayInputStream;

/** A stream that gives a few bytes at a time and never says that there are more. */
final class Slowly extends ByteArrayInputStream {
  private final int most;

  Slowly(byte[] bytes, int most) {
    super(bytes);
    this.most = most;
  }

  @Override
  public synchronized int read(byte[] target, int offset, int length) {
    return super.read(target, offset, Math.min(most, length));
  }

  @Override
  public synchronized int available() {
    return 0;
  }
}
