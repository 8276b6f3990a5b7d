package org.rdmadump.nvme;

import org.rdmadump.bytes.LittleEndian;

/**
 * A completion queue entry: what became of a command.
 *
 * <pre>
 *  0  result of the command, 8 bytes
 *  8  head of the submission queue, 2 bytes
 * 10  submission queue identifier, 2 bytes
 * 12  command identifier, 2 bytes
 * 14  phase (bit 0), status code (1 to 8), its type (9 to 11), retry delay (12 and 13), more (14), do
 *     not retry (15)
 * </pre>
 *
 * <p>NVM Express base specification 4.2.3.
 *
 * @param result of the command
 * @param queueHead head of the submission queue, 0 to 65535
 * @param queue submission queue identifier, 0 to 65535
 * @param identifier of the command, 0 to 65535
 * @param status the last two bytes, 0 to 65535
 */
public record CompletionEntry(long result, int queueHead, int queue, int identifier, int status) {
  /** Bytes of an entry. */
  public static final int LENGTH = 16;

  private static final int HEAD_AT = 8;
  private static final int QUEUE_AT = 10;
  private static final int IDENTIFIER_AT = 12;
  private static final int STATUS_AT = 14;
  private static final int TYPE_SHIFT = 9;
  private static final int TYPE_MASK = 7;
  private static final int DELAY_SHIFT = 12;
  private static final int DELAY_MASK = 3;
  private static final int MORE = 1 << 14;
  private static final int DO_NOT_RETRY = 1 << 15;

  /** {@return the entry at the beginning of {@code bytes}, which are {@link #LENGTH} at least} */
  public static CompletionEntry read(byte[] bytes) {
    return new CompletionEntry(
        LittleEndian.longAt(bytes, 0),
        LittleEndian.shortAt(bytes, HEAD_AT),
        LittleEndian.shortAt(bytes, QUEUE_AT),
        LittleEndian.shortAt(bytes, IDENTIFIER_AT),
        LittleEndian.shortAt(bytes, STATUS_AT));
  }

  /** {@return the status code, 0 to 255} */
  public int code() {
    return status >> 1 & 0xff;
  }

  /** {@return the type of the status code, 0 to 7} */
  public int codeType() {
    return status >> TYPE_SHIFT & TYPE_MASK;
  }

  /** {@return the phase bit, 0 or 1; fabrics have no use for it} */
  public int phase() {
    return status & 1;
  }

  /** {@return the code of the retry delay, 0 to 3} */
  public int retryDelay() {
    return status >> DELAY_SHIFT & DELAY_MASK;
  }

  /** {@return whether a log page tells more} */
  public boolean hasMore() {
    return (status & MORE) != 0;
  }

  /** {@return whether the command succeeded} */
  public boolean isSuccess() {
    return code() == 0 && codeType() == 0;
  }

  /** {@return whether the host is asked not to send the command again} */
  public boolean isFinal() {
    return (status & DO_NOT_RETRY) != 0;
  }
}
