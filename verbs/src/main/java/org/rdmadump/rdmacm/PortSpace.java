package org.rdmadump.rdmacm;

/**
 * The port space of an identifier, which implies its service: {@code enum rdma_port_space},
 * rdma_create_id(3).
 */
public enum PortSpace {
  /** Datagrams and multicast of IPoIB. */
  IPOIB(0x0002),
  /** Reliable connections. */
  TCP(0x0106),
  /** Unreliable datagrams. */
  UDP(0x0111),
  /** Any InfiniBand service; with InfiniBand addresses only. */
  IB(0x013F);

  private final int code;

  PortSpace(int code) {
    this.code = code;
  }

  /** {@return the number in rdma/rdma_cma.h} */
  public int code() {
    return code;
  }
}
