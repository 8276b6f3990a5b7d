package org.rdmadump.link;

import java.nio.ByteBuffer;
import org.rdmadump.capture.Frame;

/**
 * Linux "cooked" capture header, version 2, as captured on the device {@code any}.
 *
 * <p>tcpdump.org, LINKTYPE_LINUX_SLL2.
 *
 * @param etherType what follows; some values below {@link EtherType#FIRST} are Linux's own
 * @param interfaceIndex of the capturing machine
 * @param hardwareType ARPHRD_ value of the device
 * @param packetType 0 to us, 1 broadcast, 2 multicast, 3 to another host, 4 from us
 * @param addressLength bytes of the link-layer address, more than 8 if it was cut
 * @param address its first 8 bytes
 */
public record Sll2Header(
    int etherType,
    int interfaceIndex,
    int hardwareType,
    int packetType,
    int addressLength,
    long address) {
  /** Bytes in the capture. */
  public static final int LENGTH = 20;

  private static final int PROTOCOL = 0;
  private static final int INTERFACE_INDEX = 4;
  private static final int HARDWARE_TYPE = 8;
  private static final int PACKET_TYPE = 10;
  private static final int ADDRESS_LENGTH = 11;
  private static final int ADDRESS = 12;

  /** Spreads the places of capture, so that those of other interfaces are others. */
  private static final int MIX = 0x9e3779b1;

  /**
   * Says by which interface of its place of capture a frame was seen, if it has such a header: a
   * packet that passes two of them, such as a bond and its link, is there twice.
   */
  public static void tellInterface(Frame frame) {
    if (frame.linkType() == LinkType.LINUX_SLL2 && frame.captured() >= LENGTH) {
      int index = frame.bytes().getInt(frame.offset() + INTERFACE_INDEX);
      frame.viewpoint(frame.viewpoint() * MIX ^ index);
    }
  }

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Sll2Header read(ByteBuffer frame, int at) {
    return new Sll2Header(
        frame.getShort(at + PROTOCOL) & 0xffff,
        frame.getInt(at + INTERFACE_INDEX),
        frame.getShort(at + HARDWARE_TYPE) & 0xffff,
        frame.get(at + PACKET_TYPE) & 0xff,
        frame.get(at + ADDRESS_LENGTH) & 0xff,
        frame.getLong(at + ADDRESS));
  }
}
