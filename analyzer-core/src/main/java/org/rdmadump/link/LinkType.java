package org.rdmadump.link;

/** Link types that are decoded, as numbered by the pcap file format (tcpdump.org, LINKTYPE_). */
public final class LinkType {
  /** IEEE 802.3 Ethernet. */
  public static final int ETHERNET = 1;

  /** Linux "cooked" capture, version 2. */
  public static final int LINUX_SLL2 = 276;

  private LinkType() {}
}
