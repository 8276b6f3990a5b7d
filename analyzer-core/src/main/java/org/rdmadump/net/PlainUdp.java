package org.rdmadump.net;

import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.capture.Frame;
import org.rdmadump.link.EtherType;
import org.rdmadump.link.EthernetHeader;
import org.rdmadump.link.LinkType;

/**
 * The short way through the layers for the frame that nearly all are: Ethernet without tags, IPv4
 * without options, a whole UDP datagram, and nothing wrong. It says of such a frame what {@link
 * PacketDecoder} says of any, without an object for each header.
 */
final class PlainUdp {
  private static final int IP = EthernetHeader.LENGTH;
  private static final int UDP = IP + Ipv4Header.LENGTH;
  private static final int PAYLOAD = UDP + UdpHeader.LENGTH;

  private static final int ETHER_TYPE = 12;
  private static final int VERSION_AND_LENGTH = IP;
  private static final int TYPE_OF_SERVICE = IP + 1;
  private static final int TOTAL_LENGTH = IP + 2;
  private static final int FRAGMENT = IP + 6;
  private static final int PROTOCOL = IP + 9;
  private static final int SOURCE = IP + 12;
  private static final int DESTINATION = IP + 16;
  private static final int SOURCE_PORT = UDP;
  private static final int DESTINATION_PORT = UDP + 2;
  private static final int UDP_LENGTH = UDP + 4;

  private static final int VERSION_4_WITHOUT_OPTIONS = 0x45;

  /** More Fragments, and the offset of a fragment. */
  private static final int IS_FRAGMENT = 0x3fff;

  private PlainUdp() {}

  /**
   * Decodes a frame if it is such a one.
   *
   * @return false if it is not, or may not be; nothing was changed then
   */
  static boolean decode(Frame frame, Datagram datagram) {
    if (frame.linkType() != LinkType.ETHERNET || frame.captured() < PAYLOAD) {
      return false;
    }
    byte[] bytes = frame.array();
    int at = frame.offset();
    int length = NetworkOrder.shortAt(bytes, at + TOTAL_LENGTH);
    int udpLength = NetworkOrder.shortAt(bytes, at + UDP_LENGTH);
    if (bytes[at + VERSION_AND_LENGTH] != VERSION_4_WITHOUT_OPTIONS
        || bytes[at + PROTOCOL] != IpProtocol.UDP
        || NetworkOrder.shortAt(bytes, at + ETHER_TYPE) != EtherType.IPV4
        || (NetworkOrder.shortAt(bytes, at + FRAGMENT) & IS_FRAGMENT) != 0
        || length > frame.original() - IP
        || udpLength > length - Ipv4Header.LENGTH
        || udpLength < UdpHeader.LENGTH) {
      return false;
    }
    datagram.plainUdp(
        at + IP,
        NetworkOrder.byteAt(bytes, at + TYPE_OF_SERVICE),
        NetworkOrder.intAt(bytes, at + SOURCE),
        NetworkOrder.intAt(bytes, at + DESTINATION),
        NetworkOrder.shortAt(bytes, at + SOURCE_PORT),
        NetworkOrder.shortAt(bytes, at + DESTINATION_PORT),
        udpLength - UdpHeader.LENGTH,
        Math.min(udpLength - UdpHeader.LENGTH, frame.captured() - PAYLOAD));
    return true;
  }
}
