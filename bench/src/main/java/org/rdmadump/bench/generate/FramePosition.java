package org.rdmadump.bench.generate;

import java.nio.ByteBuffer;
import java.util.function.ToIntFunction;

/**
 * A place in a frame whose content belongs to the identity of its connection.
 *
 * @param field what stands there
 * @param offset of the four bytes that hold it, from the start of the frame
 * @param shift bits below it in these
 */
record FramePosition(Field field, int offset, int shift) {
  private static final int MASK_24 = 0xffffff;
  private static final int ALL_BITS = -1;

  /** What can stand in a place. */
  enum Field {
    CLIENT_ADDRESS(ALL_BITS, Identity::clientAddress),
    XID(ALL_BITS, Identity::xid),
    HANDLE(ALL_BITS, Identity::handle),
    COMMUNICATION_ID(ALL_BITS, Identity::communicationId),
    QUEUE_PAIR(MASK_24, Identity::queuePair),
    CLIENT_PSN(MASK_24, Identity::clientPsn),
    SERVER_PSN(MASK_24, Identity::serverPsn);

    private final int mask;

    @SuppressWarnings("ImmutableEnumChecker") // Method references hold nothing.
    private final ToIntFunction<Identity> identity;

    Field(int mask, ToIntFunction<Identity> identity) {
      this.mask = mask;
      this.identity = identity;
    }
  }

  /** Changes the frame, which begins at 0: an address is replaced, all else is added to. */
  void change(ByteBuffer frame, Identity identity) {
    int mask = field.mask << shift;
    int old = frame.getInt(offset);
    int base = field == Field.CLIENT_ADDRESS ? 0 : old;
    int changed = base + (field.identity.applyAsInt(identity) << shift);
    frame.putInt(offset, (old & ~mask) | (changed & mask));
  }
}
