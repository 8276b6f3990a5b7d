package org.rdmadump.rpcrdma.call;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.NvmeQueue;

/**
 * Protocols on RDMA that are not RPC-over-RDMA version 1: they are told by name, and nothing is
 * made of their messages.
 *
 * <p>A connection has the one whose port the connection manager named (IANA service names; RDMA IP
 * CM Service, IBTA volume 1, annex A11). Where no port was seen, a signature must fit that leaves
 * hardly a bit to chance.
 */
public enum OtherProtocol {
  /** SMB over RDMA, [MS-SMBD]. */
  SMB_DIRECT("SMB Direct"),
  /** NVM Express over Fabrics, RDMA transport. */
  NVME(NvmeQueue.PROTOCOL),
  /** RFC 7145. */
  ISER("iSER"),
  /** Lustre's networking, o2iblnd. */
  LNET("LNet"),
  /** draft-ietf-nfsv4-rpcrdma-version-two. */
  RPC_RDMA_2("RPC-over-RDMA version 2");

  private static final int SMB_PORT = 445;
  private static final int SMB_DIRECT_PORT = 5445;
  private static final int NVME_PORT = 4420;
  private static final int ISCSI_PORT = 3260;
  private static final int ISCSI_SYSTEM_PORT = 860;
  private static final int LNET_PORT = 987;

  /** Versions of the SMB Direct protocol, least and highest: both 1.0. */
  private static final int SMB_VERSIONS = 0x00010001;

  private static final int SMB_REQUEST = 20;
  private static final int SMB_RESPONSE = 32;

  private static final int LNET_MAGIC = 0x0be91b91;
  private static final int LNET_HEADER = 48;
  private static final int LNET_TYPE = 6;

  /** Types of its messages are 0xc0 to 0xd7. */
  private static final int LNET_TYPE_MASK = 0xe0;

  private static final int LNET_TYPES = 0xc0;

  private static final int NVME_COMMAND = 64;
  private static final int NVME_FABRICS = 0x7f;
  private static final int NVME_SGL_MASK = 0xc0;
  private static final int NVME_SGL = 0x40;
  private static final int NVME_CONNECT = 1;
  private static final int NVME_CONNECT_DATA = 1024;
  private static final int NVME_DATA_LENGTH = 32;
  private static final int NVME_DESCRIPTOR_TYPE = 39;
  private static final int NVME_KEYED = 4;

  private static final int ISER_HEADER = 28;
  private static final int ISER_CONTROL = 0x10000000;
  private static final int ISCSI_HEADER = 48;
  private static final int ISCSI_OPCODE = 0x3f;
  private static final int ISCSI_LOGIN = 0x03;
  private static final int ISCSI_LOGIN_RESPONSE = 0x23;

  private static final int VERSION = 4;
  private static final int CREDITS = 8;
  private static final int TYPE = 12;
  private static final int FIRST_CHUNKS = 16;
  private static final int MOST_CREDITS = 1 << 15;
  private static final int LAST_INLINE = 256;
  private static final int RPC_VERSION = 2;

  private final String text;

  OtherProtocol(String text) {
    this.text = text;
  }

  /** {@return its name for people} */
  public String text() {
    return text;
  }

  /** {@return the protocol that a service's port stands for} */
  public static Optional<OtherProtocol> ofPort(int port) {
    return switch (port) {
      case SMB_PORT, SMB_DIRECT_PORT -> Optional.of(SMB_DIRECT);
      case NVME_PORT -> Optional.of(NVME);
      case ISCSI_PORT, ISCSI_SYSTEM_PORT -> Optional.of(ISER);
      case LNET_PORT -> Optional.of(LNET);
      default -> Optional.empty();
    };
  }

  /** {@return the protocol of which a program says when it connects} */
  public static Optional<OtherProtocol> ofPrivateData(ByteBuffer data) {
    return data.capacity() > LNET_TYPE && isLnet(data.getInt(0), data.get(LNET_TYPE))
        ? Optional.of(LNET)
        : Optional.empty();
  }

  /** {@return the protocol that a Send can only be of} */
  public static Optional<OtherProtocol> ofSend(Rope send) {
    if (isSmbDirect(send)) {
      return Optional.of(SMB_DIRECT);
    }
    if (send.length() >= LNET_HEADER
        && send.has(0, LNET_TYPE + 1)
        && isLnet(send.getInt(0), send.unsignedByteAt(LNET_TYPE))) {
      return Optional.of(LNET);
    }
    if (isNvme(send)) {
      return Optional.of(NVME);
    }
    if (isIser(send)) {
      return Optional.of(ISER);
    }
    return isRpcRdma2(send) ? Optional.of(RPC_RDMA_2) : Optional.empty();
  }

  /** A negotiate request or response, [MS-SMBD] 2.2.1 and 2.2.2: no other message is as certain. */
  private static boolean isSmbDirect(Rope send) {
    long length = send.length();
    if ((length != SMB_REQUEST && length != SMB_RESPONSE)
        || !send.has(0, length)
        || send.getInt(0) != SMB_VERSIONS) {
      return false;
    }
    int third = send.getInt(Integer.BYTES);
    boolean version =
        length == SMB_REQUEST
            ? third >>> Short.SIZE == 0
            : third == (1 << Short.SIZE) && send.getInt(3 * Integer.BYTES) == 0;
    // The greatest message put together is 128 KiB at least, in the sender's byte order.
    return version && Integer.reverseBytes(send.getInt(length - Integer.BYTES)) >= 1 << 17;
  }

  /**
   * The magic number that every message of o2iblnd has first, in the sender's byte order, and its
   * type: the number alone may be an XID.
   */
  private static boolean isLnet(int magic, int type) {
    return (magic == LNET_MAGIC || Integer.reverseBytes(magic) == LNET_MAGIC)
        && (type & LNET_TYPE_MASK) == LNET_TYPES;
  }

  /**
   * A Connect command with its data, or with a key of memory that holds it; NVMe over Fabrics 3.3.
   */
  private static boolean isNvme(Rope send) {
    return (send.length() == NVME_COMMAND + NVME_CONNECT_DATA || send.length() == NVME_COMMAND)
        && send.has(0, NVME_COMMAND)
        && (send.length() > NVME_COMMAND || isKeyed(send))
        && send.unsignedByteAt(0) == NVME_FABRICS
        && (send.unsignedByteAt(1) & NVME_SGL_MASK) == NVME_SGL
        && send.getInt(VERSION) == (NVME_CONNECT << (3 * Byte.SIZE))
        && send.getLong(Long.BYTES) == 0
        && send.getLong(2 * Long.BYTES) == 0;
  }

  /** Whether a descriptor has a key, and the length of the data of a Connect command. */
  private static boolean isKeyed(Rope send) {
    return (send.unsignedByteAt(NVME_DESCRIPTOR_TYPE) >> 4) == NVME_KEYED
        && send.getInt(NVME_DATA_LENGTH) >>> Byte.SIZE
            == Integer.reverseBytes(NVME_CONNECT_DATA) >>> Byte.SIZE;
  }

  /** The first message of an iSCSI session, behind a header without memory; RFC 7145 9.2. */
  private static boolean isIser(Rope send) {
    if (send.length() < ISER_HEADER + ISCSI_HEADER || !send.has(0, ISER_HEADER + ISCSI_HEADER)) {
      return false;
    }
    for (int at = Integer.BYTES; at < ISER_HEADER; at += Integer.BYTES) {
      if (send.getInt(at) != 0) {
        return false;
      }
    }
    int opcode = send.unsignedByteAt(ISER_HEADER) & ISCSI_OPCODE;
    // Versions of iSCSI, greatest and least or active: all 0.
    return send.getInt(0) == ISER_CONTROL
        && (opcode == ISCSI_LOGIN || opcode == ISCSI_LOGIN_RESPONSE)
        && (send.getInt(ISER_HEADER) & 0xffff) == 0;
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
