package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * What switches put between GRE and a frame that they mirror. Type I has no header: its GRE has no
 * sequence number. Type II has 8 bytes, type III 12 and perhaps 8 more for the device's own use.
 *
 * <p>draft-foschiano-erspan.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-----------------------+-----+---+-+-------------------+
 * |  Ver  |         VLAN          | COS |En |T|    Session ID     |
 * +-------+-----------------------+-----+---+-+-------------------+
 * |  type II: reserved, index; type III: time stamp               |
 * +---------------------------------------------------------------+
 * |  type III: SGT (16), P, frame type, hardware ID, Gra, D, O    |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * @param version 1 of type II, 2 of type III
 * @param hasSubheader O flag of type III: 8 more bytes
 */
public record ErspanHeader(int version, boolean hasSubheader) {
  /** Protocol of GRE that types I and II have. */
  public static final int TYPE_II = 0x88be;

  /** Protocol of GRE that type III has. */
  public static final int TYPE_III = 0x22eb;

  /** Bytes of the header of type II. */
  public static final int LENGTH = 8;

  /** Bytes of the header of type III. */
  public static final int LONG_LENGTH = 12;

  private static final int SUBHEADER = 8;
  private static final int VERSION_SHIFT = 4;
  private static final int VERSION_II = 1;
  private static final int VERSION_III = 2;
  private static final int FLAGS = 11;
  private static final int HAS_SUBHEADER = 0x01;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there,
   * and {@link #LONG_LENGTH} of type III.
   *
   * @param typeIii whether it is of type III, as GRE says
   */
  public static ErspanHeader read(ByteBuffer frame, int at, boolean typeIii) {
    return new ErspanHeader(
        (frame.get(at) & 0xff) >> VERSION_SHIFT,
        typeIii && (frame.get(at + FLAGS) & HAS_SUBHEADER) != 0);
  }

  /** Whether it is of the version that its type has. */
  public boolean isOf(int type) {
    return version == (type == TYPE_III ? VERSION_III : VERSION_II);
  }

  /** Bytes of the whole header of a type. */
  public int headerLength(int type) {
    return type == TYPE_III ? LONG_LENGTH + (hasSubheader ? SUBHEADER : 0) : LENGTH;
  }
}
