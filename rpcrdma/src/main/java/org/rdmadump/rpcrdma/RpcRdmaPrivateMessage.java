package org.rdmadump.rpcrdma;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The properties of an RPC-over-RDMA peer in the private data of the connection set-up.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                       Format Identifier                       |
 * +---------------+-------------+-+---------------+---------------+
 * |    Version    |  reserved   |R|   Send Size   | Receive Size  |
 * +---------------+-------------+-+---------------+---------------+
 * </pre>
 *
 * <p>RFC 8797 section 4.
 *
 * @param remoteInvalidation whether the sender supports Remote Invalidation (flag R)
 * @param sendSize largest Send that the sender will make, bytes, 1024 to 262144
 * @param receiveSize largest Send that the sender can receive, bytes, 1024 to 262144
 */
public record RpcRdmaPrivateMessage(boolean remoteInvalidation, int sendSize, int receiveSize) {
  /** Bytes on the wire. */
  public static final int LENGTH = 8;

  /** What the message begins with. */
  public static final int FORMAT_IDENTIFIER = 0xf6ab0e18;

  private static final int VERSION = 4;
  private static final int FLAGS = 5;
  private static final int SEND_SIZE = 6;
  private static final int RECEIVE_SIZE = 7;

  private static final int KNOWN_VERSION = 1;
  private static final int REMOTE_INVALIDATION_BIT = 0x01;
  private static final int SIZE_UNIT = 1024;

  /**
   * Reads the message at {@code at}: the program's own private data, behind what the connection
   * manager puts before it.
   *
   * @param present captured bytes from there on
   * @return the message; empty if it was cut, has another format or another version
   */
  public static Optional<RpcRdmaPrivateMessage> read(ByteBuffer frame, int at, int present) {
    if (present < LENGTH
        || frame.getInt(at) != FORMAT_IDENTIFIER
        || frame.get(at + VERSION) != KNOWN_VERSION) {
      return Optional.empty();
    }
    return Optional.of(
        new RpcRdmaPrivateMessage(
            (frame.get(at + FLAGS) & REMOTE_INVALIDATION_BIT) != 0,
            size(frame.get(at + SEND_SIZE)),
            size(frame.get(at + RECEIVE_SIZE))));
  }

  private static int size(byte encoded) {
    return (Byte.toUnsignedInt(encoded) + 1) * SIZE_UNIT;
  }
}
