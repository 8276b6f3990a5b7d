package org.rdmadump.nvme;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What a host says of a queue when it asks for a connection: private data of the connection
 * manager, or of MPA.
 *
 * <pre>
 *  0  record format, 0; then 2 bytes each, little-endian:
 *  2  queue identifier
 *  4  receive queue size of the host
 *  6  send queue size of the host, one less
 *  8  controller identifier; 22 reserved bytes follow
 * </pre>
 *
 * <p>NVMe over Fabrics RDMA transport specification 3.2.
 *
 * @param queue 0 is the admin queue
 * @param receiveSize entries of the host's RDMA receive queue, 1 to 65535
 * @param sendSize entries of the host's RDMA send queue, as the field has it, 0 to 65535
 * @param controller controller identifier of an I/O queue, 0 to 65535
 */
public record QueueRequest(int queue, int receiveSize, int sendSize, int controller) {
  private static final int LENGTH = 32;
  private static final int QUEUE_AT = 2;
  private static final int RECEIVE_AT = 4;
  private static final int SEND_AT = 6;
  private static final int CONTROLLER_AT = 8;
  private static final int RESERVED_AT = 10;

  /**
   * {@return what private data says; empty unless it is as long as the record, and its record
   * format and reserved bytes are 0 and the receive queue is not}
   */
  public static Optional<QueueRequest> read(ByteBuffer data) {
    if (data.capacity() < LENGTH || shortAt(data, 0) != 0 || shortAt(data, RECEIVE_AT) == 0) {
      return Optional.empty();
    }
    for (int at = RESERVED_AT; at < LENGTH; at++) {
      if (data.get(at) != 0) {
        return Optional.empty();
      }
    }
    return Optional.of(readShortened(data));
  }

  /**
   * {@return what private data says that is known to be such a record, without zeros at its end}
   */
  public static QueueRequest readShortened(ByteBuffer data) {
    return new QueueRequest(
        shortAt(data, QUEUE_AT),
        shortAt(data, RECEIVE_AT),
        shortAt(data, SEND_AT),
        shortAt(data, CONTROLLER_AT));
  }

  /** {@return whether private data may be such a record, without zeros at its end} */
  public static boolean isShortened(ByteBuffer data) {
    return data.capacity() > RECEIVE_AT
        && data.capacity() <= RESERVED_AT
        && shortAt(data, 0) == 0
        && shortAt(data, RECEIVE_AT) != 0;
  }

  /** Two bytes; behind the end are zeros. */
  static int shortAt(ByteBuffer data, int at) {
    return byteAt(data, at) | byteAt(data, at + 1) << Byte.SIZE;
  }

  private static int byteAt(ByteBuffer data, int at) {
    return at < data.capacity() ? data.get(at) & 0xff : 0;
  }
}
