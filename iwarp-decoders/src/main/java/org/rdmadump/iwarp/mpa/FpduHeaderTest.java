package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.UntaggedHeader;

/**
 * Tells the start of an FPDU from other bytes: every field that can have only a few values must
 * have one of them.
 */
public final class FpduHeaderTest {
  /** Bytes before the ULPDU. */
  static final int LENGTH_FIELD = 2;

  /** Bytes that the test looks at: the length and the longer of the DDP headers. */
  static final int MOST = LENGTH_FIELD + UntaggedHeader.LENGTH;

  /** Fewer bytes than are needed to tell. */
  static final int TOO_FEW = -1;

  /** No FPDU begins there. */
  static final int NO = 0;

  /** An FPDU may begin there: about one in ten thousand places looks so by chance. */
  static final int TAGGED = 1;

  /** An FPDU hardly ever looks so by chance. */
  static final int UNTAGGED = 2;

  private static final int MOST_MESSAGE = 1 << 30;

  private FpduHeaderTest() {}

  /**
   * How much the {@code present} bytes at {@code at} look like the start of an FPDU: {@link #NO},
   * {@link #TAGGED}, {@link #UNTAGGED} or {@link #TOO_FEW}.
   *
   * @param array that {@code bytes} lies over, with the same indexes
   */
  static int weight(ByteBuffer bytes, byte[] array, int at, int present) {
    if (present < LENGTH_FIELD + DdpControl.LENGTH) {
      return TOO_FEW;
    }
    int control = NetworkOrder.shortAt(array, at + LENGTH_FIELD);
    if (!DdpControl.isValid(control)) {
      return NO;
    }
    int length = NetworkOrder.shortAt(array, at);
    if (DdpControl.isTagged(control)) {
      return length >= TaggedHeader.LENGTH ? TAGGED : NO;
    }
    if (length < UntaggedHeader.LENGTH) {
      return NO;
    }
    return present < MOST
        ? TOO_FEW
        : untagged(UntaggedHeader.read(bytes, at + LENGTH_FIELD), length - UntaggedHeader.LENGTH);
  }

  private static int untagged(UntaggedHeader header, int payload) {
    Optional<RdmapOpcode> found = RdmapOpcode.of(DdpControl.opcode(header.control()));
    if (found.isEmpty()) {
      return NO;
    }
    RdmapOpcode opcode = found.get();
    int offset = header.messageOffset();
    boolean fits =
        header.queue() == opcode.queue()
            && (opcode.invalidates() || header.invalidateStag() == 0)
            && (opcode.isSend()
                ? offset >= 0 && offset <= MOST_MESSAGE
                : offset == 0 && hasLength(opcode, payload));
    return fits ? UNTAGGED : NO;
  }

  /** Whether a message other than a Send has as many bytes as it must. */
  private static boolean hasLength(RdmapOpcode opcode, int payload) {
    return opcode == RdmapOpcode.TERMINATE
        ? payload >= opcode.headerLength()
        : payload == opcode.headerLength();
  }

  /**
   * Whether the {@code present} bytes at {@code at} can begin an FPDU that follows another: its
   * versions are right, or too few bytes are there to tell.
   */
  static boolean mayFollow(byte[] array, int at, int present) {
    if (present < LENGTH_FIELD + DdpControl.LENGTH) {
      return present > 0;
    }
    int control = NetworkOrder.shortAt(array, at + LENGTH_FIELD);
    return DdpControl.isVersion1(control)
        && NetworkOrder.shortAt(array, at) >= headerLength(array, at);
  }

  /** Bytes of the DDP header of the FPDU at {@code at}. */
  static int headerLength(byte[] array, int at) {
    int control = NetworkOrder.shortAt(array, at + LENGTH_FIELD);
    return DdpControl.isTagged(control) ? TaggedHeader.LENGTH : UntaggedHeader.LENGTH;
  }

  /** Whether the {@code present} bytes at {@code at} begin an FPDU, almost for certain. */
  public static boolean isUntaggedAt(ByteBuffer bytes, byte[] array, int at, int present) {
    return weight(bytes, array, at, present) == UNTAGGED;
  }

  /** Bytes of an FPDU without markers, from its length field to its CRC. */
  static int size(int ulpduLength) {
    return (LENGTH_FIELD + ulpduLength + 3 & ~3) + FpduCrc.LENGTH;
  }
}
