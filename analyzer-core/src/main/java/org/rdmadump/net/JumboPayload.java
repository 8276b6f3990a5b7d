package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * Jumbo Payload option at the start of a Hop-by-Hop Options header, as Linux puts it on packets
 * that it hands to a device for segmentation.
 *
 * <p>RFC 2675 section 2.
 *
 * @param type 0xc2
 * @param optionLength 4
 * @param payloadLength bytes behind the IPv6 header, extension headers included
 */
record JumboPayload(int type, int optionLength, long payloadLength) {
  /** Bytes from the start of the Hop-by-Hop Options header to the end of the option. */
  static final int LENGTH = 8;

  private static final int TYPE = 2;
  private static final int OPTION_LENGTH = 3;
  private static final int PAYLOAD_LENGTH = 4;

  private static final int JUMBO_PAYLOAD = 0xc2;

  /**
   * Reads the option from the Hop-by-Hop Options header at {@code at}. The caller has checked that
   * {@link #LENGTH} bytes are there.
   */
  static JumboPayload read(ByteBuffer frame, int at) {
    return new JumboPayload(
        frame.get(at + TYPE) & 0xff,
        frame.get(at + OPTION_LENGTH) & 0xff,
        Integer.toUnsignedLong(frame.getInt(at + PAYLOAD_LENGTH)));
  }

  /** {@return whether the option is there at all} */
  boolean isPresent() {
    return type == JUMBO_PAYLOAD && optionLength == Integer.BYTES;
  }
}
