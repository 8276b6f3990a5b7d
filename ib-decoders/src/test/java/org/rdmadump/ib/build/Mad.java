package org.rdmadump.ib.build;

import java.nio.ByteBuffer;
import org.rdmadump.ib.mad.MadHeader;

/** Writes management datagrams of any class, 256 bytes each. */
public final class Mad {
  /** Subnet management, routed by LID. */
  public static final int SUBN = 0x01;

  /** Subnet management, routed port by port. */
  public static final int SUBN_DIRECTED = 0x81;

  /** Subnet administration. */
  public static final int SUBN_ADM = 0x03;

  /** Performance management. */
  public static final int PERF = 0x04;

  /** Get, its answer is 0x80 more. */
  public static final int GET = 0x01;

  /** Answer to Get and Set. */
  public static final int GET_RESP = 0x81;

  private static final int CLASS_SPECIFIC = 0x0102;
  private static final long TRANSACTION = 0x1122_3344_5566_7788L;
  private static final int MODIFIER = 0x0a0b_0c0d;
  private static final int SUBN_ADM_VERSION = 2;

  private Mad() {}

  /** {@return a datagram; its data are zeros} */
  public static byte[] of(int managementClass, int method, int status, int attribute) {
    return ByteBuffer.allocate(MadHeader.MAD_LENGTH)
        .put((byte) MadHeader.BASE)
        .put((byte) managementClass)
        .put((byte) (managementClass == SUBN_ADM ? SUBN_ADM_VERSION : 1))
        .put((byte) method)
        .putShort((short) status)
        .putShort((short) CLASS_SPECIFIC)
        .putLong(TRANSACTION)
        .putShort((short) attribute)
        .putShort((short) 0)
        .putInt(MODIFIER)
        .array();
  }

  /** {@return the packet that takes a datagram from one end to the manager at the other} */
  public static RocePacket packet(QueuePair from, byte[] mad) {
    int port = (mad[1] & 0x7f) == SUBN ? 0 : 1;
    return from.packet(Opcodes.UD_SEND_ONLY)
        .destinationQp(port)
        .deth(port == 0 ? 0 : CmMad.QUEUE_KEY, port)
        .payload(mad);
  }
}
