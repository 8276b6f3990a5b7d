package org.rdmadump.link;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Ethernet header: two 48-bit addresses and the EtherType.
 *
 * <p>IEEE 802.3 clause 3.1.
 *
 * @param destination 48 bits
 * @param source 48 bits
 * @param etherType what follows, or below {@link EtherType#FIRST} a length
 */
public record EthernetHeader(long destination, long source, int etherType) {
  /** Bytes on the wire. */
  public static final int LENGTH = 14;

  private static final int DESTINATION = 0;
  private static final int SOURCE = 6;
  private static final int ETHER_TYPE = 12;

  private static final long LOW_48_BITS = 0xffff_ffff_ffffL;

  private static final HexFormat COLONS = HexFormat.ofDelimiter(":");

  /** Bytes of a {@code long} before those of an address. */
  private static final int SPARE_BYTES = 2;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static EthernetHeader read(ByteBuffer frame, int at) {
    return new EthernetHeader(
        frame.getLong(at + DESTINATION) >>> 16,
        frame.getLong(at + SOURCE - 2) & LOW_48_BITS,
        frame.getShort(at + ETHER_TYPE) & 0xffff);
  }

  /** {@return a 48-bit address as people write it, {@code 02:11:22:33:44:55}} */
  public static String text(long address) {
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(address).array();
    return COLONS.formatHex(bytes, SPARE_BYTES, Long.BYTES);
  }
}
