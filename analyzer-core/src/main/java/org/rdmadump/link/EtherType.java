package org.rdmadump.link;

/** EtherTypes that decoders act on (IEEE registration authority). */
public final class EtherType {
  /** Below this the field is an IEEE 802.3 length. */
  public static final int FIRST = 0x0600;

  /** IPv4. */
  public static final int IPV4 = 0x0800;

  /** IPv6. */
  public static final int IPV6 = 0x86dd;

  /** Customer VLAN tag, IEEE 802.1Q. */
  public static final int VLAN = 0x8100;

  /** Service VLAN tag, IEEE 802.1ad. */
  public static final int SERVICE_VLAN = 0x88a8;

  /** Outer VLAN tag as made before 802.1ad. */
  public static final int OLD_SERVICE_VLAN = 0x9100;

  /** MPLS label stack, RFC 3032. */
  public static final int MPLS = 0x8847;

  /** MPLS label stack with an upstream-assigned label, once for multicast; RFC 5332. */
  public static final int MPLS_UPSTREAM = 0x8848;

  /** Ethernet in a tunnel, RFC 1701. */
  public static final int TRANSPARENT_ETHERNET = 0x6558;

  /** RoCE version 1: an InfiniBand Global Route Header follows. */
  public static final int ROCE_V1 = 0x8915;

  private EtherType() {}
}
