package org.rdmadump.iwarp;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Hex;

/**
 * Atomic Request header, behind the untagged DDP header.
 *
 * <pre>
 * +-------------------------------------------------------+-------+
 * |                        Reserved                       |AOpcode|
 * +-------------------------------------------------------+-------+
 * |                       Request Identifier                      |
 * +---------------------------------------------------------------+
 * |                       Remote Steering Tag                     |
 * +---------------------------------------------------------------+
 * |                 Remote Tagged Offset (8 bytes)                |
 * |                  Add or Swap Data    (8 bytes)                |
 * |                  Add or Swap Mask    (8 bytes)                |
 * |                     Compare Data     (8 bytes)                |
 * |                     Compare Mask     (8 bytes)                |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>RFC 7306 section 5.2.1.
 *
 * @param operation 0 FetchAdd, 1 Swap, 2 CmpSwap; up to 15
 * @param identifier names the request in its response
 * @param stag steering tag of the memory
 * @param taggedOffset of the eight bytes
 * @param data to add or to put there
 * @param mask of the bits to add or to put
 * @param compare what has to be there
 * @param compareMask of the bits to compare
 */
public record AtomicRequestHeader(
    int operation,
    int identifier,
    int stag,
    long taggedOffset,
    long data,
    long mask,
    long compare,
    long compareMask) {
  /** The operation that adds. */
  public static final int FETCH_ADD = 0;

  /** The operation that replaces. */
  public static final int SWAP = 1;

  /** Bytes on the wire. */
  public static final int LENGTH = 52;

  private static final int OPERATION = 0;
  private static final int IDENTIFIER = 4;
  private static final int STAG = 8;
  private static final int TAGGED_OFFSET = 12;
  private static final int DATA = 20;
  private static final int MASK = 28;
  private static final int COMPARE = 36;
  private static final int COMPARE_MASK = 44;
  private static final int OPERATION_BITS = 0x0f;

  private static final String[] NAMES = {"FetchAdd", "Swap", "CmpSwap"};
  private static final int COMPARE_AND_SWAP = 2;
  private static final long ALL_BITS = -1;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static AtomicRequestHeader read(ByteBuffer bytes, int at) {
    return new AtomicRequestHeader(
        bytes.getInt(at + OPERATION) & OPERATION_BITS,
        bytes.getInt(at + IDENTIFIER),
        bytes.getInt(at + STAG),
        bytes.getLong(at + TAGGED_OFFSET),
        bytes.getLong(at + DATA),
        bytes.getLong(at + MASK),
        bytes.getLong(at + COMPARE),
        bytes.getLong(at + COMPARE_MASK));
  }

  /** What it asks for: {@code FetchAdd of 0x0000000000000001 at 0x... of STag 0x0000000a}. */
  public String text() {
    String wanted = operation == COMPARE_AND_SWAP ? " if " + masked(compare, compareMask) : "";
    return name() + " of " + masked(data, mask) + wanted + TaggedHeader.text(stag, taggedOffset);
  }

  private static String masked(long value, long mask) {
    return mask == ALL_BITS ? Hex.of(value) : Hex.of(value) + " masked " + Hex.of(mask);
  }

  private String name() {
    return operation < NAMES.length ? NAMES[operation] : "atomic operation " + operation;
  }
}
