package org.rdmadump.iwarp;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Hex;

/**
 * Payload of an Immediate Data message.
 *
 * <p>RFC 7306 section 6.
 *
 * @param value what the program sent
 */
public record ImmediateData(long value) {
  /** Bytes on the wire. */
  public static final int LENGTH = 8;

  /** Reads it at {@code at}. The caller has checked that {@link #LENGTH} bytes are there. */
  public static ImmediateData read(ByteBuffer bytes, int at) {
    return new ImmediateData(bytes.getLong(at));
  }

  /** {@code Immediate Data 0x0102030405060708}. */
  public String text() {
    return "Immediate Data " + Hex.of(value);
  }
}
