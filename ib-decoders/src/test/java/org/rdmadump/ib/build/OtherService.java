package org.rdmadump.ib.build;

import java.nio.ByteBuffer;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.mad.MadHeader;

/** A service with operations of RC, whose packets may have headers of their own. */
public enum OtherService {
  /** Extended reliable connection: requests name a shared receive queue. */
  XRC(0xa0, 3, 1),
  /** Reliable datagrams: all packets name the receiver's EE context, requests both queue pairs. */
  RD(0x40, 2, 0),
  /** Unreliable connection: nothing is acknowledged, so its users send no acknowledgements. */
  UC(0x20, 1, 0);

  /** The EE context of a queue pair has its number and this. */
  public static final int CONTEXTS = 0x5000;

  private static final int FIRST_OF_OTHERS = 0x20;
  private static final int QUEUE_KEY = 0x1ee7;
  private static final int SHARED_RECEIVE_QUEUE = 0x77;

  private final int base;
  private final int type;
  private final int extendedType;

  OtherService(int base, int type, int extendedType) {
    this.base = base;
    this.type = type;
    this.extendedType = extendedType;
  }

  /** Has a REQ ask for the service (IBTA volume 1, 12.7.16 and annex A14). */
  void changeRequest(byte[] request) {
    request[MadHeader.LENGTH + 43] |= (byte) (type << 1);
    request[MadHeader.LENGTH + 51] |= (byte) extendedType;
    changeEnd(request, 32, 36);
  }

  /** Has a REP be of the service. */
  void changeReply(byte[] reply) {
    changeEnd(reply, 12, 16);
  }

  /** An end of RD is an EE context, and no queue pair. */
  private void changeEnd(byte[] message, int queuePair, int context) {
    if (this == RD) {
      ByteBuffer mad =
          ByteBuffer.wrap(message, MadHeader.LENGTH, message.length - MadHeader.LENGTH);
      mad = mad.slice();
      int queue = mad.getInt(queuePair);
      mad.putInt(queuePair, queue & 0xff);
      mad.putInt(
          context, ((CONTEXTS << Byte.SIZE) + (queue & ~0xff)) | (mad.getInt(context) & 0xff));
    }
  }

  /** Adds the headers of the service to a packet of RC, and returns its opcode there. */
  int change(RocePacket packet, int opcode, int destinationQp) {
    if (opcode >= FIRST_OF_OTHERS) {
      return opcode;
    }
    boolean isRequest = !Opcode.of(opcode).isResponse();
    if (this == RD) {
      packet.rdeth(CONTEXTS + destinationQp);
      if (isRequest) {
        packet.deth(QUEUE_KEY, destinationQp);
      }
    } else if (this == XRC && isRequest) {
      packet.xrcEth(SHARED_RECEIVE_QUEUE);
    }
    return base | opcode;
  }
}
