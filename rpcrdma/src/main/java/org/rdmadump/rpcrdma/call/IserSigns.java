package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import org.rdmadump.bytes.Rope;

/**
 * Messages that only iSER has: those that begin a session, SCSI commands, and responses to them.
 *
 * <p>RFC 7145 sections 9.2 to 9.4, RFC 7143 section 11.
 */
final class IserSigns {
  private static final int HEADER = 28;
  private static final int CONTROL = 0x10;
  private static final int HELLO = 0x20;
  private static final int HELLO_REPLY = 0x30;
  private static final int REJECTED = 0x01;
  private static final int WRITES = 0x08;
  private static final int READS = 0x04;
  private static final int VERSIONS_AT = 1;
  private static final int WRITE_MEMORY_AT = 4;
  private static final int READ_MEMORY_AT = 16;

  private static final int ISCSI_HEADER = 48;
  private static final int OPCODE = 0x3f;
  private static final int NOT_OPCODE = 0x80;
  private static final int LOGIN = 0x03;
  private static final int LOGIN_RESPONSE = 0x23;
  private static final int COMMAND = 0x01;
  private static final int RESPONSE = 0x21;
  private static final int FLAGS_AT = HEADER + 1;
  private static final int EXPECTED_LENGTH_AT = HEADER + 20;
  private static final int FINAL = 0x80;
  private static final int READS_DATA = 0x40;
  private static final int WRITES_DATA = 0x20;
  private static final int RESERVED_OF_COMMAND = 0x18;
  private static final int RESERVED_OF_RESPONSE = 0x61;

  private IserSigns() {}

  static Optional<ProtocolSign> of(Rope send) {
    Optional<String> what = name(send);
    return what.isPresent()
        ? Optional.of(ProtocolSign.proof(OtherProtocol.ISER, what.get()))
        : Optional.empty();
  }

  private static Optional<String> name(Rope send) {
    if (!send.has(0, HEADER)) {
      return Optional.empty();
    }
    int first = send.unsignedByteAt(0);
    if (send.length() == HEADER) {
      return greeting(send, first);
    }
    if (!send.has(0, HEADER + ISCSI_HEADER)
        || (first & ~(WRITES | READS)) != CONTROL
        || (send.getInt(0) & 0xffffff) != 0) {
      return Optional.empty();
    }
    boolean writes = (first & WRITES) != 0;
    boolean reads = (first & READS) != 0;
    if (hasMemory(send, WRITE_MEMORY_AT) != writes || hasMemory(send, READ_MEMORY_AT) != reads) {
      return Optional.empty();
    }
    return iscsi(send, writes, reads);
  }

  /** Hello and HelloReply: nothing but a version and a number of Reads. */
  private static Optional<String> greeting(Rope send, int first) {
    int versions = send.unsignedByteAt(VERSIONS_AT);
    boolean isReply = (first & ~REJECTED) == HELLO_REPLY;
    if ((first != HELLO && !isReply)
        || (versions & 0xf) == 0
        || (versions & 0xf) > versions >> 4
        || hasMemory(send, WRITE_MEMORY_AT)
        || hasMemory(send, READ_MEMORY_AT)) {
      return Optional.empty();
    }
    return Optional.of(isReply ? "HelloReply" : "Hello");
  }

  /** Whether any of the 12 bytes of a handle and an address is set. */
  private static boolean hasMemory(Rope send, int at) {
    return send.getInt(at) != 0 || send.getLong(at + Integer.BYTES) != 0;
  }

  private static Optional<String> iscsi(Rope send, boolean writes, boolean reads) {
    int opcode = send.unsignedByteAt(HEADER);
    int flags = send.unsignedByteAt(FLAGS_AT);
    int behind = send.getInt(HEADER) & 0xffff;
    boolean moves = writes || reads;
    return switch (opcode & OPCODE) {
      // Versions of iSCSI, greatest and least or active: all 0.
      case LOGIN -> when(!moves && behind == 0, "Login request");
      case LOGIN_RESPONSE -> when(!moves && behind == 0, "Login response");
      case COMMAND ->
          when(
              (flags & FINAL) != 0
                  && (flags & RESERVED_OF_COMMAND) == 0
                  && (!writes || (flags & WRITES_DATA) != 0)
                  && (!reads || (flags & READS_DATA) != 0)
                  && behind == 0
                  && (opcode & NOT_OPCODE) == 0
                  && isExpected(send, flags),
              "SCSI command");
      case RESPONSE ->
          when(
              !moves && opcode == RESPONSE && (flags & (FINAL | RESERVED_OF_RESPONSE)) == FINAL,
              "SCSI response");
      default -> Optional.empty();
    };
  }

  private static Optional<String> when(boolean fits, String name) {
    return fits ? Optional.of(name) : Optional.empty();
  }

  /** A command announces bytes exactly if it reads or writes. */
  private static boolean isExpected(Rope send, int flags) {
    boolean announces = send.getInt(EXPECTED_LENGTH_AT) != 0;
    return announces == ((flags & (READS_DATA | WRITES_DATA)) != 0);
  }
}
