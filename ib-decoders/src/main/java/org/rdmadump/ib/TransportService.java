package org.rdmadump.ib;

import org.rdmadump.rdma.Service;

/**
 * Kind of connection that a packet belongs to: the upper three bits of its opcode.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.2 (OpCode); annexes A14 (XRC) and A17
 * (CNP).
 */
public enum TransportService {
  /** Reliable Connection. */
  RC,
  /** Unreliable Connection. */
  UC,
  /** Reliable Datagram. */
  RD,
  /** Unreliable Datagram. */
  UD,
  /** Congestion Notification Packet of RoCEv2. */
  CNP,
  /** Extended Reliable Connection. */
  XRC,
  /** What manufacturers use for themselves: nothing else is known of it. */
  MANUFACTURER;

  private static final TransportService[] BY_CODE = {
    RC, UC, RD, UD, CNP, XRC, MANUFACTURER, MANUFACTURER
  };

  private static final int SHIFT = 5;

  /** {@return what a connection of it is; a reliable one, if packets of it name none} */
  public Service ofConnection() {
    return switch (this) {
      case UC -> Service.UNRELIABLE;
      case RD -> Service.RELIABLE_DATAGRAM;
      case UD -> Service.DATAGRAM;
      case XRC -> Service.EXTENDED;
      case RC, CNP, MANUFACTURER -> Service.RELIABLE;
    };
  }

  /** {@return whether its packets are acknowledged} */
  boolean isReliable() {
    return this == RC || this == XRC || this == RD;
  }

  /** {@return the service of an opcode, 0 to 255} */
  static TransportService ofOpcode(int code) {
    return BY_CODE[code >> SHIFT];
  }
}
