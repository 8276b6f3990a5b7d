package org.rdmadump.net;

/** Destination ports of UDP that say what a datagram carries (IANA, Service Names and Ports). */
public final class UdpPort {
  /** RoCE version 2. */
  public static final int ROCE_V2 = 4791;

  /** VXLAN. */
  public static final int VXLAN = 4789;

  /** VXLAN as Linux has it unless told otherwise, from before it was given a number. */
  public static final int VXLAN_LINUX = 8472;

  /** Geneve. */
  public static final int GENEVE = 6081;

  private UdpPort() {}

  /** {@return whether datagrams to a port are looked into for a network inside of them} */
  static boolean isTunnel(int port) {
    return port == VXLAN || port == VXLAN_LINUX || port == GENEVE;
  }
}
