package org.rdmadump.net;

import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.capture.Frame;
import org.rdmadump.link.EtherType;
import org.rdmadump.link.EthernetHeader;
import org.rdmadump.link.LinkType;
import org.rdmadump.link.VlanTag;

/**
 * The short way through the layers for the frame that nearly all are: Ethernet with one VLAN tag at
 * most, IPv4 without options, a whole UDP datagram that is no tunnel, or a TCP segment, and nothing
 * wrong. It says of such a frame what {@link PacketDecoder} says of any, without an object for each
 * header.
 */
final class PlainIpv4 {
  private static final int IP = EthernetHeader.LENGTH;
  private static final int TRANSPORT = IP + Ipv4Header.LENGTH;
  private static final int UDP_PAYLOAD = TRANSPORT + UdpHeader.LENGTH;

  private static final int ETHER_TYPE = 12;
  private static final int TAG_CONTROL = ETHER_TYPE + 2;
  private static final int VERSION_AND_LENGTH = IP;
  private static final int TOTAL_LENGTH = IP + 2;
  private static final int FRAGMENT = IP + 6;
  private static final int PROTOCOL = IP + 9;
  private static final int DESTINATION_PORT = TRANSPORT + 2;
  private static final int UDP_LENGTH = TRANSPORT + 4;

  private static final int VERSION_4_WITHOUT_OPTIONS = 0x45;

  /** More Fragments, and the offset of a fragment. */
  private static final int IS_FRAGMENT = 0x3fff;

  private PlainIpv4() {}

  /**
   * Decodes a frame if it is such a one; {@link Datagram#kind()} then says which.
   *
   * @return false if it is not, or may not be; nothing was changed then
   */
  static boolean decode(Frame frame, Datagram datagram) {
    if (frame.linkType() != LinkType.ETHERNET || frame.captured() < UDP_PAYLOAD + VlanTag.LENGTH) {
      return false;
    }
    byte[] bytes = frame.array();
    int at = frame.offset();
    int vlanId = Datagram.NO_VLAN;
    int captured = frame.captured();
    int original = frame.original();
    int type = NetworkOrder.shortAt(bytes, at + ETHER_TYPE);
    if (type == EtherType.VLAN) {
      vlanId = NetworkOrder.shortAt(bytes, at + TAG_CONTROL) & VlanTag.VLAN_ID;
      // Behind the tag, all is where it would be without it.
      at += VlanTag.LENGTH;
      captured -= VlanTag.LENGTH;
      original -= VlanTag.LENGTH;
      type = NetworkOrder.shortAt(bytes, at + ETHER_TYPE);
    }
    int length = NetworkOrder.shortAt(bytes, at + TOTAL_LENGTH) - Ipv4Header.LENGTH;
    if (type != EtherType.IPV4
        || bytes[at + VERSION_AND_LENGTH] != VERSION_4_WITHOUT_OPTIONS
        || (NetworkOrder.shortAt(bytes, at + FRAGMENT) & IS_FRAGMENT) != 0
        || length > original - TRANSPORT) {
      return false;
    }
    int protocol = bytes[at + PROTOCOL];
    int headers = TRANSPORT;
    if (protocol == IpProtocol.UDP) {
      int udpLength = NetworkOrder.shortAt(bytes, at + UDP_LENGTH);
      int port = NetworkOrder.shortAt(bytes, at + DESTINATION_PORT);
      if (udpLength > length || (port != UdpPort.ROCE_V2 && UdpPort.isTunnel(port))) {
        return false;
      }
      headers = UDP_PAYLOAD;
      length = udpLength - UdpHeader.LENGTH;
    } else if (protocol != IpProtocol.TCP) {
      return false;
    }
    if (length < 0) {
      return false;
    }
    datagram.plain(bytes, vlanId, at + IP, headers - IP, length, captured - headers);
    return true;
  }
}
