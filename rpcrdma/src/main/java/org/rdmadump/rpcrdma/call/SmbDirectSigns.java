package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import org.rdmadump.bytes.Rope;

/** Messages that only SMB Direct has: both of its negotiation, and those with an SMB header. */
final class SmbDirectSigns {
  /** Versions of the protocol, least and highest: both 1.0. */
  private static final int VERSIONS = 0x00010001;

  private static final int RECEIVE_SIZE = 12;
  private static final int LEAST_RECEIVE = 128;
  private static final int MOST_RECEIVE = 1 << 24;
  private static final int REQUEST = 20;
  private static final int RESPONSE = 32;
  private static final int LEAST_FRAGMENTED = 1 << 17;

  private static final int FLAGS_AND_RESERVED = 4;
  private static final int DATA_OFFSET = 12;
  private static final int DATA_LENGTH = 16;
  private static final int DATA = 24;

  /** The only flag asks for an answer; the reserved bytes behind the flags are 0. */
  private static final int FLAGS = 0x01000000;

  /** "SMB" behind a byte of 0xfc to 0xfe: compressed, encrypted, plain. */
  private static final int PROTOCOL = 0x00534d42;

  private static final int PROTOCOL_MASK = 0x00ffffff;
  private static final int LEAST_PROTOCOL = 0xfc;
  private static final int GREATEST_PROTOCOL = 0xfe;

  private SmbDirectSigns() {}

  static Optional<ProtocolSign> of(Rope send) {
    if (isNegotiation(send)) {
      return Optional.of(
          ProtocolSign.proof(
              OtherProtocol.SMB_DIRECT,
              send.length() == REQUEST ? "negotiate request" : "negotiate response"));
    }
    return isSmb(send)
        ? Optional.of(ProtocolSign.proof(OtherProtocol.SMB_DIRECT, "SMB header"))
        : Optional.empty();
  }

  /** A negotiate request or response, [MS-SMBD] 2.2.1 and 2.2.2. */
  private static boolean isNegotiation(Rope send) {
    long length = send.length();
    if ((length != REQUEST && length != RESPONSE)
        || !send.has(0, length)
        || send.getInt(0) != VERSIONS) {
      return false;
    }
    int third = send.getInt(Integer.BYTES);
    boolean version =
        length == REQUEST
            ? third >>> Short.SIZE == 0
            : third == (1 << Short.SIZE) && send.getInt(3 * Integer.BYTES) == 0;
    // A request can take messages of 128 bytes at least; an RPC-over-RDMA error has others there.
    boolean fits =
        length == RESPONSE
            || (little(send, RECEIVE_SIZE) >= LEAST_RECEIVE
                && little(send, RECEIVE_SIZE) <= MOST_RECEIVE);
    // The greatest message put together is 128 KiB at least.
    return version && fits && little(send, length - Integer.BYTES) >= LEAST_FRAGMENTED;
  }

  /** The first part of an SMB message behind the header of a data transfer, [MS-SMBD] 2.2.3. */
  private static boolean isSmb(Rope send) {
    if (!send.has(0, DATA + Integer.BYTES)) {
      return false;
    }
    int protocol = send.getInt(DATA);
    int kind = protocol >>> (3 * Byte.SIZE);
    return (send.getInt(FLAGS_AND_RESERVED) & ~FLAGS) == 0
        && little(send, DATA_OFFSET) == DATA
        && little(send, DATA_LENGTH) == send.length() - DATA
        && (protocol & PROTOCOL_MASK) == PROTOCOL
        && kind >= LEAST_PROTOCOL
        && kind <= GREATEST_PROTOCOL;
  }

  private static int little(Rope send, long at) {
    return Integer.reverseBytes(send.getInt(at));
  }
}
