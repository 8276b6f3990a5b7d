package org.rdmadump.link;

import java.nio.ByteBuffer;

/**
 * Extension header of an ERF record.
 *
 * <p>Endace, ERF types reference guide.
 *
 * @param type what it holds, 0 to 127; all are passed over
 * @param isFollowed whether another extension header follows
 */
record ErfExtension(int type, boolean isFollowed) {
  /** Bytes in the capture. */
  static final int LENGTH = 8;

  private static final int TYPE = 0;

  private static final int IS_FOLLOWED = 0x80;
  private static final int TYPE_MASK = 0x7f;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  static ErfExtension read(ByteBuffer frame, int at) {
    int type = frame.get(at + TYPE);
    return new ErfExtension(type & TYPE_MASK, (type & IS_FOLLOWED) != 0);
  }
}
