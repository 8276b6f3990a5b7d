package org.rdmadump.ib;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * ATOMIC Acknowledge Extended Transport Header: what the remote bytes held before.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.3 (AtomicAckETH).
 *
 * @param originalRemoteData the eight bytes before the operation
 */
public record AtomicAckEth(long originalRemoteData) {
  /** Bytes on the wire. */
  public static final int LENGTH = 8;

  private static final int ORIGINAL_REMOTE_DATA = 0;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static AtomicAckEth read(ByteBuffer frame, int at) {
    return new AtomicAckEth(frame.getLong(at + ORIGINAL_REMOTE_DATA));
  }

  /** What it tells, in words: {@code 0x0000000000000004 was there}. */
  public String text() {
    return String.format(Locale.US, "0x%016x was there", originalRemoteData);
  }
}
