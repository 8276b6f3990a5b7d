package org.rdmadump.link;

import java.nio.ByteBuffer;

/**
 * Linux "cooked" capture header, as captured on the device {@code any} and on devices without a
 * link layer of their own.
 *
 * <p>tcpdump.org, LINKTYPE_LINUX_SLL.
 *
 * @param packetType 0 to us, 1 broadcast, 2 multicast, 3 to another host, 4 from us
 * @param hardwareType ARPHRD_ value of the device
 * @param addressLength bytes of the link-layer address, more than 8 if it was cut
 * @param address its first 8 bytes
 * @param etherType what follows; some values below {@link EtherType#FIRST} are Linux's own
 */
public record SllHeader(
    int packetType, int hardwareType, int addressLength, long address, int etherType) {
  /** Bytes in the capture. */
  public static final int LENGTH = 16;

  private static final int PACKET_TYPE = 0;
  private static final int HARDWARE_TYPE = 2;
  private static final int ADDRESS_LENGTH = 4;
  private static final int ADDRESS = 6;
  private static final int PROTOCOL = 14;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static SllHeader read(ByteBuffer frame, int at) {
    return new SllHeader(
        frame.getShort(at + PACKET_TYPE) & 0xffff,
        frame.getShort(at + HARDWARE_TYPE) & 0xffff,
        frame.getShort(at + ADDRESS_LENGTH) & 0xffff,
        frame.getLong(at + ADDRESS),
        frame.getShort(at + PROTOCOL) & 0xffff);
  }
}
