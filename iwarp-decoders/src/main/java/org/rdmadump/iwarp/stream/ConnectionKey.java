package org.rdmadump.iwarp.stream;

import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.KeyedHash;
import org.rdmadump.tcp.TcpSegment;

/**
 * The addresses and ports of a TCP connection.
 *
 * @param firstAddress of the side that asked to connect, as far as is known
 * @param firstPort its port
 * @param secondAddress of the other side
 * @param secondPort its port
 * @param isNamed whether the second port is one that iWARP is expected on
 * @param isServerKnown whether the second side is certainly the one that was asked to connect: its
 *     beginning was captured, or only its port is one that iWARP is expected on
 * @param isFromStart whether the connection's beginning was captured
 */
record ConnectionKey(
    IpAddress firstAddress,
    int firstPort,
    IpAddress secondAddress,
    int secondPort,
    boolean isNamed,
    boolean isServerKnown,
    boolean isFromStart) {
  /** No side of this connection. */
  static final int NEITHER = -1;

  /**
   * The key of the connection of a segment.
   *
   * @param fromSecond whether the second side sent it
   * @param isNamed whether the second port is one that iWARP is expected on
   * @param areBothNamed whether both are
   */
  static ConnectionKey of(
      Datagram datagram,
      TcpSegment segment,
      boolean fromSecond,
      boolean isNamed,
      boolean areBothNamed) {
    IpAddress from = datagram.source();
    IpAddress to = datagram.destination();
    int fromPort = segment.sourcePort();
    int toPort = segment.destinationPort();
    boolean isFromStart = segment.isSyn();
    boolean isServerKnown = isFromStart || (isNamed && !areBothNamed);
    return fromSecond
        ? new ConnectionKey(to, toPort, from, fromPort, isNamed, isServerKnown, isFromStart)
        : new ConnectionKey(from, fromPort, to, toPort, isNamed, isServerKnown, isFromStart);
  }

  /** The same for both directions. */
  static int hash(Datagram datagram, TcpSegment segment) {
    return end(datagram.sourceHigh(), datagram.sourceLow(), segment.sourcePort())
        + end(datagram.destinationHigh(), datagram.destinationLow(), segment.destinationPort());
  }

  int ownHash() {
    return end(firstAddress.high(), firstAddress.low(), firstPort)
        + end(secondAddress.high(), secondAddress.low(), secondPort);
  }

  private static int end(long high, long low, int port) {
    return KeyedHash.of(high, low, port);
  }

  /** The side that sent a segment, {@link #NEITHER} if it is of another connection. */
  int sender(Datagram datagram, TcpSegment segment) {
    if (segment.sourcePort() == firstPort
        && segment.destinationPort() == secondPort
        && is(firstAddress, datagram.sourceHigh(), datagram.sourceLow())
        && is(secondAddress, datagram.destinationHigh(), datagram.destinationLow())) {
      return 0;
    }
    if (segment.sourcePort() == secondPort
        && segment.destinationPort() == firstPort
        && is(secondAddress, datagram.sourceHigh(), datagram.sourceLow())
        && is(firstAddress, datagram.destinationHigh(), datagram.destinationLow())) {
      return 1;
    }
    return NEITHER;
  }

  private static boolean is(IpAddress address, long high, long low) {
    return address.low() == low && address.high() == high;
  }
}
