package org.rdmadump.rdma;

/** The wire protocol that carried RDMA. */
public enum Transport {
  /** RoCE version 1: InfiniBand transport packets behind EtherType 0x8915. */
  ROCEV1("rocev1", Transport.INFINIBAND_DELIVERY, Transport.PACKET),
  /** RoCE version 2: InfiniBand transport packets in UDP. */
  ROCEV2("rocev2", Transport.INFINIBAND_DELIVERY, Transport.PACKET),
  /** Native InfiniBand. */
  INFINIBAND("infiniband", Transport.INFINIBAND_DELIVERY, Transport.PACKET),
  /** RDMAP over DDP over MPA over TCP. */
  IWARP("iwarp", "RFC 5041 sections 5.3 and 5.4", "FPDU");

  private static final String PACKET = "packet";
  private static final String INFINIBAND_DELIVERY = "IBTA volume 1, 9.7";

  private final String label;
  private final String delivery;
  private final String unit;

  Transport(String label, String delivery, String unit) {
    this.label = label;
    this.delivery = delivery;
    this.unit = unit;
  }

  /** The name that output uses. */
  public String label() {
    return label;
  }

  /** What it cuts messages into, in the singular: it has so many headers and check sums. */
  public String unit() {
    return unit;
  }

  /** Whether its ends are TCP ports; else they are queue pairs. */
  public boolean hasPorts() {
    return this == IWARP;
  }

  /**
   * Whether its own packets are numbered, so that it shows which the receiver had already and when
   * a timer ran out; TCP, which repeats segments for iWARP, shows neither.
   */
  public boolean hasPacketNumbers() {
    return this != IWARP;
  }

  /** Where its specification says in what order, how often and when messages are delivered. */
  public String delivery() {
    return delivery;
  }
}
