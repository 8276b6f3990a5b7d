package org.rdmadump.ib;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Immediate Data: four bytes that go into the receiver's completion.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.3 (ImmDt).
 *
 * @param immediate the bytes in network order, uninterpreted
 */
public record ImmDt(int immediate) {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  private static final int IMMEDIATE = 0;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static ImmDt read(ByteBuffer frame, int at) {
    return new ImmDt(frame.getInt(at + IMMEDIATE));
  }

  /** What it is, in words: {@code Immediate Data 0x00000007}. */
  public String text() {
    return String.format(Locale.US, "Immediate Data 0x%08x", immediate);
  }
}
