package org.rdmadump.nvme;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;

/**
 * What a controller says of a queue that a host asks for: private data of the connection manager,
 * or of MPA. Both a record format of 2 bytes, 0, and then 2 bytes, little-endian.
 *
 * <p>NVMe over Fabrics RDMA transport specification 1.0 section 3.2.
 */
public final class QueueAnswer {
  /** How a status of a refusal without a name is written. */
  public static final String NUMBERED = "status 0x%x";

  private static final int VALUE_AT = 2;
  private static final int PRIVATE_DATA_LENGTH = 1;
  private static final String[] REFUSALS = {
    "Invalid Private Data Length",
    "Invalid RECFMT",
    "Invalid QID",
    "Invalid HSQSIZE",
    "Invalid HRQSIZE",
    "No Resources",
    "Invalid IRD",
    "Invalid ORD",
    "Invalid CNTLID"
  };

  private QueueAnswer() {}

  /** {@return whether the record format is 0, the only one that is defined} */
  public static boolean isOfKnownFormat(ByteBuffer data) {
    return QueueRequest.shortAt(data, 0) == 0;
  }

  /**
   * {@return of a controller that accepts, the entries of its RDMA receive queue (CRQSIZE); of one
   * that refuses, the status (STS)}
   *
   * @param data without zeros at the end, or with them
   */
  public static int value(ByteBuffer data) {
    return QueueRequest.shortAt(data, VALUE_AT);
  }

  /** {@return the names of all statuses of a refusal} */
  public static List<String> refusals() {
    return List.of(REFUSALS);
  }

  /** {@return the name of the status of a refusal; its number if it has none} */
  public static String refusal(int status) {
    int index = status - PRIVATE_DATA_LENGTH;
    return index >= 0 && index < REFUSALS.length
        ? REFUSALS[index]
        : String.format(Locale.US, NUMBERED, status);
  }
}
