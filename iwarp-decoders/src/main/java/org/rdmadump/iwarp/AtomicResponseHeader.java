package org.rdmadump.iwarp;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Hex;

/**
 * Atomic Response header, behind the untagged DDP header.
 *
 * <p>RFC 7306 section 5.2.2.
 *
 * @param identifier of the request
 * @param value what the eight bytes were before
 */
public record AtomicResponseHeader(int identifier, long value) {
  /** Bytes on the wire. */
  public static final int LENGTH = 12;

  private static final int IDENTIFIER = 0;
  private static final int VALUE = 4;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static AtomicResponseHeader read(ByteBuffer bytes, int at) {
    return new AtomicResponseHeader(bytes.getInt(at + IDENTIFIER), bytes.getLong(at + VALUE));
  }

  /** {@code 0x0000000000000009 was there}. */
  public String text() {
    return Hex.of(value) + " was there";
  }
}
