package org.rdmadump.bench.generate;

import java.nio.ByteBuffer;

/**
 * A place in a frame whose content belongs to the identity of its connection.
 *
 * @param field what stands there
 * @param offset where, in bytes from the start of the frame
 */
record FramePosition(Field field, int offset) {
  private static final int MASK_24 = 0xffffff;
  private static final int NOT_24 = 0xff;

  /** What can stand in a place: 24 bits are the upper ones of four bytes, or the lower ones. */
  enum Field {
    CLIENT_ADDRESS,
    XID,
    HANDLE,
    COMMUNICATION_ID,
    QUEUE_PAIR_LOW,
    QUEUE_PAIR_HIGH,
    CLIENT_PSN_LOW,
    CLIENT_PSN_HIGH,
    SERVER_PSN_LOW,
    SERVER_PSN_HIGH
  }

  /** Changes the frame, which begins at 0. */
  void change(ByteBuffer frame, Identity identity) {
    int old = frame.getInt(offset);
    frame.putInt(
        offset,
        switch (field) {
          case CLIENT_ADDRESS -> identity.clientAddress();
          case XID -> old + identity.xid();
          case HANDLE -> old + identity.handle();
          case COMMUNICATION_ID -> old + identity.communicationId();
          case QUEUE_PAIR_LOW -> low(old, identity.queuePair());
          case QUEUE_PAIR_HIGH -> high(old, identity.queuePair());
          case CLIENT_PSN_LOW -> low(old, identity.clientPsn());
          case CLIENT_PSN_HIGH -> high(old, identity.clientPsn());
          case SERVER_PSN_LOW -> low(old, identity.serverPsn());
          case SERVER_PSN_HIGH -> high(old, identity.serverPsn());
        });
  }

  private static int low(int old, int more) {
    return (old & ~MASK_24) | ((old + more) & MASK_24);
  }

  private static int high(int old, int more) {
    return (old & NOT_24) | ((old & ~NOT_24) + (more << Byte.SIZE));
  }
}
