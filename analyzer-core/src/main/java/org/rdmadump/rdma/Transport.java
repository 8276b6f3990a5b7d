package org.rdmadump.rdma;

/** The wire protocol that carried RDMA. */
public enum Transport {
  /** RoCE version 1: InfiniBand transport packets behind EtherType 0x8915. */
  ROCEV1("rocev1"),
  /** RoCE version 2: InfiniBand transport packets in UDP. */
  ROCEV2("rocev2"),
  /** Native InfiniBand. */
  INFINIBAND("infiniband"),
  /** RDMAP over DDP over MPA over TCP. */
  IWARP("iwarp");

  private final String label;

  Transport(String label) {
    this.label = label;
  }

  /** The name that output uses. */
  public String label() {
    return label;
  }
}
