package org.rdmadump.rdmacm;

/** What kind of service an identifier is for: {@code enum rdma_port_space}, rdma_create_id(3). */
public enum PortSpace {
  /** Datagrams and multicast of IP over InfiniBand. */
  IPOIB(0x0002),
  /** Reliable connections. */
  TCP(0x0106),
  /** Unreliable datagrams. */
  UDP(0x0111),
  /** Any service of InfiniBand; with addresses of InfiniBand only. */
  IB(0x013F);

  private final int code;

  PortSpace(int code) {
    this.code = code;
  }

  /** {@return its number in rdma/rdma_cma.h} */
  public int code() {
    return code;
  }
}
