package org.rdmadump.ib.mad;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * What every management datagram begins with.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+---------------+---------------+
 * |  BaseVersion  |   MgmtClass   | ClassVersion  |    Method     |
 * +---------------+---------------+---------------+---------------+
 * |            Status             |        ClassSpecific          |
 * +-------------------------------+-------------------------------+
 * |                    TransactionID (63-32)                      |
 * +---------------------------------------------------------------+
 * |                    TransactionID (31-0)                       |
 * +-------------------------------+-------------------------------+
 * |          AttributeID          |           reserved            |
 * +-------------------------------+-------------------------------+
 * |                       AttributeModifier                       |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 13.4.2 and 13.4.3.
 *
 * @param baseVersion {@link #BASE} in every version so far
 * @param managementClass what the datagram manages, see {@link ManagementClass}
 * @param classVersion version of that class
 * @param method see {@link MadMethod}; the upper bit marks a response
 * @param status 16 bits, see {@link MadStatus}; the upper one of directed routes is the direction
 * @param classSpecific 16 bits; of directed routes hop pointer and hop count
 * @param transactionId chosen by the sender of the request, the same in all datagrams it brings
 *     about
 * @param attributeId what the method is applied to, 16 bits, see {@link MadAttribute}
 * @param attributeModifier which part or instance of the attribute, 32 bits
 */
public record MadHeader(
    int baseVersion,
    int managementClass,
    int classVersion,
    int method,
    int status,
    int classSpecific,
    long transactionId,
    int attributeId,
    int attributeModifier) {
  /** Bytes on the wire. */
  public static final int LENGTH = 24;

  /** Bytes of a whole management datagram with its data, whatever the class. */
  public static final int MAD_LENGTH = 256;

  /** The base version whose header this is. */
  public static final int BASE = 1;

  /** Management class of the CM. */
  public static final int COMMUNICATION_MANAGEMENT = 0x07;

  /** Version of the CM class that {@code CmMessage} reads. */
  public static final int CM_CLASS_VERSION = 2;

  /** The one method that CM messages use. */
  public static final int SEND = 0x03;

  private static final int DIRECTION = 0x8000;

  private static final int BYTE = 0xff;
  private static final int SHORT = 0xffff;

  private static final int STATUS = 4;
  private static final int TRANSACTION_ID = 8;
  private static final int ATTRIBUTE_ID = 16;
  private static final int ATTRIBUTE_MODIFIER = 20;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static MadHeader read(ByteBuffer frame, int at) {
    // By words only, so that fewer methods of the buffer have to be compiled.
    int kind = frame.getInt(at);
    int status = frame.getInt(at + STATUS);
    long transactionHigh = frame.getInt(at + TRANSACTION_ID);
    long transactionLow = Integer.toUnsignedLong(frame.getInt(at + TRANSACTION_ID + Integer.BYTES));
    return new MadHeader(
        kind >>> 24,
        kind >> 16 & BYTE,
        kind >> 8 & BYTE,
        kind & BYTE,
        status >>> Short.SIZE,
        status & SHORT,
        transactionHigh << Integer.SIZE | transactionLow,
        frame.getInt(at + ATTRIBUTE_ID) >>> Short.SIZE,
        frame.getInt(at + ATTRIBUTE_MODIFIER));
  }

  /** {@return whether this begins a message of the CM class in the version that we read} */
  public boolean isCommunicationManagement() {
    return managementClass == COMMUNICATION_MANAGEMENT
        && classVersion == CM_CLASS_VERSION
        && method == SEND;
  }

  /** {@return the class that it is of} */
  public ManagementClass kind() {
    return ManagementClass.of(managementClass);
  }

  /** {@return how what it answers went} */
  public MadStatus outcome() {
    ManagementClass kind = kind();
    boolean directed = kind == ManagementClass.SUBN_DIRECTED_ROUTE;
    return new MadStatus(kind, directed ? status & ~DIRECTION : status);
  }

  /**
   * {@return class, method and attribute as the specification writes them, {@code
   * SubnAdmGetResp(PathRecord)}; numbers for what has no name}
   */
  public String text() {
    ManagementClass kind = kind();
    return classAndMethod(kind) + "(" + MadAttribute.text(kind, attributeId) + ")";
  }

  private String classAndMethod(ManagementClass kind) {
    String name = kind.prefix();
    if (kind.isRange()) {
      name += String.format(Locale.US, " 0x%02x", managementClass);
    }
    MadMethod known = MadMethod.of(method);
    if (known == MadMethod.UNKNOWN) {
      return name + String.format(Locale.US, " method 0x%02x ", method);
    }
    return kind.isRange() ? name + " " + known.text() : name + known.text();
  }
}
