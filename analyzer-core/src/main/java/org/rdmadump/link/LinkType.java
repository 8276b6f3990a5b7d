package org.rdmadump.link;

/**
 * Link types that are decoded, as numbered by the pcap file format (tcpdump.org, LINKTYPE_), and
 * names of some that are not.
 */
public final class LinkType {
  /** BSD loopback: an address family in the byte order of the capturing machine, then IP. */
  public static final int NULL = 0;

  /** IEEE 802.3 Ethernet. */
  public static final int ETHERNET = 1;

  /** IP without a link layer, as DLT_RAW is numbered on most systems. */
  public static final int RAW_DLT = 12;

  /** IP without a link layer, as DLT_RAW is numbered on OpenBSD. */
  public static final int RAW_DLT_OPENBSD = 14;

  /** IP without a link layer. */
  public static final int RAW = 101;

  /** OpenBSD loopback: an address family in network byte order, then IP. */
  public static final int LOOP = 108;

  /** Linux "cooked" capture. */
  public static final int LINUX_SLL = 113;

  /** Records in the Extensible Record Format of Endace; what {@code ibdump} writes. */
  public static final int ERF = 197;

  /** IPv4 without a link layer. */
  public static final int IPV4 = 228;

  /** IPv6 without a link layer. */
  public static final int IPV6 = 229;

  /** InfiniBand from the local route header on; what the RDMA sniffer of libpcap writes. */
  public static final int INFINIBAND = 247;

  /** Linux "cooked" capture, version 2. */
  public static final int LINUX_SLL2 = 276;

  private LinkType() {}

  /** {@return the number of a link type that is not decoded, with its name if it is a usual one} */
  public static String text(int linkType) {
    String name =
        switch (linkType) {
          case 9 -> "PPP";
          case 50 -> "PPP in HDLC framing";
          case 51 -> "PPPoE";
          case 104 -> "Cisco HDLC";
          case 105 -> "IEEE 802.11";
          case 127 -> "IEEE 802.11 with radiotap";
          case ERF -> "ERF, records of other types";
          case 252 -> "Exported PDU";
          default -> "";
        };
    return name.isEmpty() ? "" + linkType : linkType + " (" + name + ")";
  }
}
