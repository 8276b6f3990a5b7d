package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nvme.BlockRange;

/**
 * Messages that only NVMe over RDMA has: the Connect command, which comes first on every queue, and
 * Reads and Writes, whose descriptor and number of blocks have to agree.
 */
final class NvmeSigns {
  private static final int COMMAND = 64;
  private static final int FABRICS = 0x7f;
  private static final int WRITE = 0x01;
  private static final int READ = 0x02;

  /** SGLs take the place of PRPs, and the command is not fused with another. */
  private static final int FLAGS = 0x40;

  private static final int SGL_MASK = 0xc0;
  private static final int FLAGS_AT = 1;
  private static final int TYPE_OR_NAMESPACE_AT = 4;
  private static final int RESERVED_AT = 8;
  private static final int METADATA_AT = 16;
  private static final int DATA_LENGTH_AT = 32;
  private static final int DESCRIPTOR_TYPE_AT = 39;
  private static final int BLOCKS_AT = 48;
  private static final int CONNECT = 1;
  private static final int CONNECT_DATA = 1024;
  private static final int KEYED = 0x40;
  private static final int KEYED_INVALIDATE = 0x4f;
  private static final int IN_CAPSULE = 0x01;

  private NvmeSigns() {}

  static Optional<ProtocolSign> of(Rope send) {
    if (!send.has(0, COMMAND)) {
      return Optional.empty();
    }
    if (isConnect(send)) {
      return Optional.of(ProtocolSign.proof(OtherProtocol.NVME, "Connect command"));
    }
    return isTransfer(send)
        ? Optional.of(
            ProtocolSign.proof(
                OtherProtocol.NVME,
                send.unsignedByteAt(0) == READ ? "Read command" : "Write command"))
        : Optional.empty();
  }

  /** Whether it is too short for a command capsule, or has no SGL as all of them have. */
  static boolean isNoCommand(Rope send) {
    return send.length() < COMMAND
        || (send.has(0, COMMAND) && (send.unsignedByteAt(FLAGS_AT) & SGL_MASK) != FLAGS);
  }

  /**
   * A Connect command with its data, or with a key of memory that holds it; NVMe over Fabrics 3.3.
   */
  private static boolean isConnect(Rope send) {
    return (send.length() == COMMAND + CONNECT_DATA || send.length() == COMMAND)
        && (send.length() > COMMAND
            || ((send.unsignedByteAt(DESCRIPTOR_TYPE_AT) & 0xf0) == KEYED
                && keyedLength(send) == CONNECT_DATA))
        && send.unsignedByteAt(0) == FABRICS
        && (send.unsignedByteAt(FLAGS_AT) & SGL_MASK) == FLAGS
        && send.getInt(TYPE_OR_NAMESPACE_AT) == (CONNECT << (3 * Byte.SIZE))
        && send.getLong(RESERVED_AT) == 0
        && send.getLong(METADATA_AT) == 0;
  }

  /** A Read or Write of blocks of a namespace; NVM command set 3.2.4 and 3.2.6. */
  private static boolean isTransfer(Rope send) {
    int opcode = send.unsignedByteAt(0);
    if ((opcode != WRITE && opcode != READ)
        || send.unsignedByteAt(FLAGS_AT) != FLAGS
        || send.getInt(TYPE_OR_NAMESPACE_AT) == 0
        || send.getLong(RESERVED_AT) != 0
        || send.getLong(METADATA_AT) != 0) {
      return false;
    }
    long blocks = 1L + (Integer.reverseBytes(send.getInt(BLOCKS_AT)) & 0xffff);
    int descriptor = send.unsignedByteAt(DESCRIPTOR_TYPE_AT);
    if (descriptor == IN_CAPSULE) {
      long length = Integer.toUnsignedLong(Integer.reverseBytes(send.getInt(DATA_LENGTH_AT)));
      return opcode == WRITE
          && length == send.length() - COMMAND
          && BlockRange.isOf(blocks, length);
    }
    return (descriptor == KEYED || descriptor == KEYED_INVALIDATE)
        && send.length() == COMMAND
        && BlockRange.isOf(blocks, keyedLength(send));
  }

  /** Three bytes; the key follows. */
  private static int keyedLength(Rope send) {
    return Integer.reverseBytes(send.getInt(DATA_LENGTH_AT)) & 0xffffff;
  }
}
