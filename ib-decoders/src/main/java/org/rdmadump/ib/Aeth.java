package org.rdmadump.ib;

import java.nio.ByteBuffer;
import org.rdmadump.bytes.NetworkOrder;

/**
 * ACK Extended Transport Header: how the responder took the packets up to the PSN.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |   Syndrome    |                     MSN                       |
 * +---------------+-----------------------------------------------+
 *
 * Syndrome:  0 00 CCCCC  ACK, credit count
 *            0 01 TTTTT  RNR NAK, timer
 *            0 10 xxxxx  reserved
 *            0 11 NNNNN  NAK, code
 *            1 xx xxxxx  reserved
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.3 (AETH), 9.7.5.2 (syndrome).
 *
 * @param syndrome the byte as on the wire, 0 to 255
 * @param msn message sequence number, 24 bits
 */
public record Aeth(int syndrome, int msn) {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  /** By the upper three bits of a syndrome. */
  private static final AckKind[] KINDS = {
    AckKind.ACK, AckKind.RNR_NAK, AckKind.RESERVED, AckKind.NAK,
    AckKind.RESERVED, AckKind.RESERVED, AckKind.RESERVED, AckKind.RESERVED
  };

  /** What {@link #creditCount()} answers if the responder gives no credits. */
  public static final int NO_CREDIT_COUNT = -1;

  private static final int SYNDROME = 0;
  private static final int MSN = 0;

  private static final int MASK_24 = 0xffffff;
  private static final int KIND_SHIFT = 5;
  private static final int VALUE_MASK = 0x1f;
  private static final int CREDIT_INVALID = 0x1f;
  private static final int TIMER_UNIT = 10;
  private static final int LONGEST_TIMER = 1 << 16;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Aeth read(ByteBuffer frame, int at) {
    return new Aeth(Byte.toUnsignedInt(frame.get(at + SYNDROME)), frame.getInt(at + MSN) & MASK_24);
  }

  /** {@return as {@link #kind()}, of the header at {@code at}, of which no more is read} */
  public static AckKind kind(byte[] frame, int at) {
    return kind(NetworkOrder.byteAt(frame, at + SYNDROME));
  }

  /** {@return what the syndrome says, {@link AckKind#RESERVED} for an unknown one} */
  public AckKind kind() {
    return kind(syndrome);
  }

  private static AckKind kind(int syndrome) {
    return KINDS[syndrome >> KIND_SHIFT];
  }

  /** {@return the low five bits of the syndrome: encoded credits, RNR timer or NAK code} */
  public int value() {
    return syndrome & VALUE_MASK;
  }

  /**
   * {@return receive credits that an ACK grants, 0 to 32768, or {@link #NO_CREDIT_COUNT} where end
   * to end flow control is off or this is no ACK}
   */
  public int creditCount() {
    int code = value();
    if (kind() != AckKind.ACK || code == CREDIT_INVALID) {
      return NO_CREDIT_COUNT;
    }
    return code < 2 ? code : steps(code);
  }

  /**
   * {@return how long the requester waits at least before it repeats what an RNR NAK refused, in
   * microseconds: 10 to 655,360; meaningless for other kinds}
   */
  public int rnrMicroseconds() {
    int code = value();
    // As the credits, from 10 microseconds on, but that 0 stands for the longest.
    return TIMER_UNIT * (code == 0 ? LONGEST_TIMER : code < 2 ? code : steps(code));
  }

  /** The numbers 2, 3, 4, 6, 8, 12, 16, 24, ...: powers of two and half steps between them. */
  private static int steps(int code) {
    return (code & 1) == 0 ? 1 << (code / 2) : 3 << ((code - 3) / 2);
  }

  /** {@return why a NAK was sent, {@link NakCode#NONE} if this is no NAK} */
  public NakCode nakCode() {
    return kind() == AckKind.NAK ? NakCode.of(value()) : NakCode.NONE;
  }
}
