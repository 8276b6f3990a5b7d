package org.rdmadump.rpcrdma.call;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nvme.QueueRequest;

/**
 * A message, or private data of a set-up, that only one protocol has: so many bits of it are fixed
 * that other traffic has hardly any chance to look like it.
 *
 * @param protocol that has it
 * @param what it is, for people, such as {@code Connect command}
 * @param isProof whether it suffices; if not, the first messages must not contradict it
 */
public record ProtocolSign(OtherProtocol protocol, String what, boolean isProof) {
  private static final int LNET_MAGIC = 0x0be91b91;
  private static final int LNET_HEADER = 48;
  private static final int LNET_TYPE = 6;

  /** Types of its messages are 0xc0 to 0xd7. */
  private static final int LNET_TYPE_MASK = 0xe0;

  private static final int LNET_TYPES = 0xc0;

  private static final int VERSION = 4;
  private static final int CREDITS = 8;
  private static final int TYPE = 12;
  private static final int FIRST_CHUNKS = 16;
  private static final int MOST_CREDITS = 1 << 15;
  private static final int LAST_INLINE = 256;
  private static final int RPC_VERSION = 2;

  static ProtocolSign proof(OtherProtocol protocol, String what) {
    return new ProtocolSign(protocol, what, true);
  }

  /** {@return what the program that connects says of its protocol} */
  public static Optional<ProtocolSign> ofPrivateData(ByteBuffer data) {
    if (data.capacity() > LNET_TYPE && isLnet(data.getInt(0), data.get(LNET_TYPE))) {
      return Optional.of(proof(OtherProtocol.LNET, "private data"));
    }
    Optional<QueueRequest> queue = QueueRequest.read(data);
    return queue.isPresent()
        ? Optional.of(
            new ProtocolSign(
                OtherProtocol.NVME, "private data of queue " + queue.get().queue(), false))
        : Optional.empty();
  }

  /** {@return the protocol that a Send can only be of} */
  public static Optional<ProtocolSign> ofSend(Rope send) {
    Optional<ProtocolSign> sign = SmbDirectSigns.of(send);
    if (sign.isEmpty()
        && send.length() >= LNET_HEADER
        && send.has(0, LNET_TYPE + 1)
        && isLnet(send.getInt(0), send.unsignedByteAt(LNET_TYPE))) {
      sign = Optional.of(proof(OtherProtocol.LNET, "message"));
    }
    if (sign.isEmpty()) {
      sign = NvmeSigns.of(send);
    }
    if (sign.isEmpty()) {
      sign = IserSigns.of(send);
    }
    return sign.isEmpty() && isRpcRdma2(send)
        ? Optional.of(proof(OtherProtocol.RPC_RDMA_2, "header"))
        : sign;
  }

  /** {@return whether a Send without sign cannot be the first one of a client of the protocol} */
  public static boolean contradicts(Rope send, OtherProtocol protocol) {
    return protocol != OtherProtocol.NVME || NvmeSigns.isNoCommand(send);
  }

  /**
   * The magic number that every message of o2iblnd has first, in the sender's byte order, and its
   * type: the number alone may be an XID.
   */
  private static boolean isLnet(int magic, int type) {
    return (magic == LNET_MAGIC || Integer.reverseBytes(magic) == LNET_MAGIC)
        && (type & LNET_TYPE_MASK) == LNET_TYPES;
  }

  /** A header of version 2 and behind it an RPC message with the same XID. */
  private static boolean isRpcRdma2(Rope send) {
    if (!send.has(0, FIRST_CHUNKS)
        || send.getInt(VERSION) != 2
        || send.getInt(CREDITS) <= 0
        || send.getInt(CREDITS) > MOST_CREDITS
        || send.getInt(TYPE) < 0
        || send.getInt(TYPE) > Byte.MAX_VALUE) {
      return false;
    }
    int xid = send.getInt(0);
    for (int at = FIRST_CHUNKS; at <= LAST_INLINE && send.has(at, 3L * Integer.BYTES); at += 4) {
      if (send.getInt(at) == xid) {
        int direction = send.getInt(at + Integer.BYTES);
        int next = send.getInt(at + 2 * Integer.BYTES);
        if (direction == 0 ? next == RPC_VERSION : direction == 1 && (next == 0 || next == 1)) {
          return true;
        }
      }
    }
    return false;
  }
}
