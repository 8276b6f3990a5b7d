package org.rdmadump.analysis.export;

import java.util.Arrays;
import org.rdmadump.rpcrdma.Direction;

/**
 * The TCP connections that stand for RDMA connections: the client's port, and how many bytes went
 * each way.
 *
 * <p>Connection 1 has port 50001, and so on; after 15,534 of them the ports begin again, and their
 * sequence numbers go on. Memory is constant.
 */
final class TcpStreams {
  /** The port of NFS. */
  static final int SERVER_PORT = 2049;

  /** None of the ports behind it but the one below belongs to a protocol that Wireshark knows. */
  private static final int BEFORE_FIRST_PORT = 50_000;

  /** Wireshark would take it for IRC. */
  private static final int LEFT_OUT = 57_000;

  private static final int LAST_PORT = 65_535;
  private static final int PORTS = LAST_PORT - BEFORE_FIRST_PORT - 1;
  private static final int DIRECTIONS = 2;

  private final int[] next = new int[DIRECTIONS * PORTS];

  TcpStreams() {
    // As behind a handshake whose sequence numbers were 0.
    Arrays.fill(next, 1);
  }

  /** {@return the client's port of a connection, counted from 1} */
  static int clientPort(int connection) {
    int port = BEFORE_FIRST_PORT + 1 + slot(connection);
    return port < LEFT_OUT ? port : port + 1;
  }

  /** {@return sequence number of the next byte of a direction} */
  int sequence(int connection, Direction direction) {
    return next[index(connection, direction)];
  }

  /** Says that {@code count} bytes were sent. */
  void advance(int connection, Direction direction, int count) {
    next[index(connection, direction)] += count;
  }

  private static int slot(int connection) {
    return (connection - 1) % PORTS;
  }

  private static int index(int connection, Direction direction) {
    return DIRECTIONS * slot(connection) + (direction == Direction.FORWARD ? 0 : 1);
  }
}
