package org.rdmadump.ib;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * ATOMIC Extended Transport Header: where and what CmpSwap and FetchAdd change.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                   Virtual Address (63-32)                     |
 * +---------------------------------------------------------------+
 * |                   Virtual Address (31-0)                      |
 * +---------------------------------------------------------------+
 * |                            R_Key                              |
 * +---------------------------------------------------------------+
 * |                  Swap (or Add) Data (63-32)                   |
 * +---------------------------------------------------------------+
 * |                  Swap (or Add) Data (31-0)                    |
 * +---------------------------------------------------------------+
 * |                     Compare Data (63-32)                      |
 * +---------------------------------------------------------------+
 * |                     Compare Data (31-0)                       |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.3 (AtomicETH).
 *
 * @param virtualAddress the eight remote bytes, unsigned
 * @param rKey handle of the remote memory region
 * @param swapOrAddData new value of CmpSwap, addend of FetchAdd
 * @param compareData value CmpSwap compares with; unused by FetchAdd
 */
public record AtomicEth(long virtualAddress, int rKey, long swapOrAddData, long compareData) {
  /** Bytes on the wire. */
  public static final int LENGTH = 28;

  private static final int VIRTUAL_ADDRESS = 0;
  private static final int R_KEY = 8;
  private static final int SWAP_OR_ADD_DATA = 12;
  private static final int COMPARE_DATA = 20;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static AtomicEth read(ByteBuffer frame, int at) {
    return new AtomicEth(
        frame.getLong(at + VIRTUAL_ADDRESS),
        frame.getInt(at + R_KEY),
        frame.getLong(at + SWAP_OR_ADD_DATA),
        frame.getLong(at + COMPARE_DATA));
  }

  /**
   * What it asks for, in words: {@code FetchAdd of 0x0000000000000001 at 0x... of R_Key
   * 0x0000000a}.
   *
   * @param operation FetchAdd or CmpSwap
   */
  public String text(Operation operation) {
    String wanted =
        operation == Operation.COMPARE_SWAP
            ? String.format(Locale.US, " if 0x%016x", compareData)
            : "";
    return String.format(
        Locale.US,
        "%s of 0x%016x%s at 0x%016x of R_Key 0x%08x",
        operation.text(),
        swapOrAddData,
        wanted,
        virtualAddress,
        rKey);
  }
}
