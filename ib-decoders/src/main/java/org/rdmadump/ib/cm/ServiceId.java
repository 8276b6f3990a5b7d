package org.rdmadump.ib.cm;

/**
 * What a REQ asks for. The RDMA IP CM Service keeps a range for TCP and UDP like ports:
 *
 * <pre>
 * 00 00 00 00 01 PP NN NN    PP IP protocol number, NNNN port
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, annex A11.
 *
 * @param value the 64 bits on the wire
 */
public record ServiceId(long value) {
  /** IP protocol number of TCP, which stands for reliable connections. */
  public static final int TCP = 6;

  private static final int PREFIX_SHIFT = 24;
  private static final long IP_CM_PREFIX = 0x0000000001L;
  private static final int PROTOCOL_SHIFT = 16;
  private static final int PROTOCOL_MASK = 0xff;
  private static final int PORT_MASK = 0xffff;

  /** {@return the service of an IP protocol and port} */
  public static ServiceId ofIpCm(int protocol, int port) {
    return new ServiceId(
        (IP_CM_PREFIX << PREFIX_SHIFT) | ((long) protocol << PROTOCOL_SHIFT) | port);
  }

  /** {@return whether it is one of the IP CM service, so that protocol and port mean something} */
  public boolean isIpCm() {
    return value >>> PREFIX_SHIFT == IP_CM_PREFIX;
  }

  /** {@return IP protocol number, 0 to 255; meaningless unless {@link #isIpCm()}} */
  public int protocol() {
    return (int) (value >>> PROTOCOL_SHIFT) & PROTOCOL_MASK;
  }

  /** {@return port, 0 to 65535; meaningless unless {@link #isIpCm()}} */
  public int port() {
    return (int) value & PORT_MASK;
  }

  /** {@return the 64 bits in hex} */
  @Override
  public String toString() {
    String digits = Long.toHexString(value);
    return "0x" + "0".repeat(Long.BYTES * 2 - digits.length()) + digits;
  }
}
