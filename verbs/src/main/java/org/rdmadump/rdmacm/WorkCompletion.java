package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rdmadump.verbs.CompletionOpcode;
import org.rdmadump.verbs.CompletionStatus;

/**
 * How a request ended: {@code struct ibv_wc}, ibv_poll_cq(3). It is a place of {@link
 * WorkCompletions}, and another completion after the next poll into them.
 */
public final class WorkCompletion {
  private static final int WITH_GRH = 1;
  private static final int WITH_IMMEDIATE = 1 << 1;
  private static final int WITH_INVALIDATE = 1 << 3;

  /** Soft-RoCE hands out the kernel's number, which in verbs.h is about checksums of datagrams. */
  private static final int WITH_INVALIDATE_OF_KERNEL = 1 << 2;

  private final ByteBuffer bytes;
  private final int at;

  /** Where it is one of. */
  final WorkCompletions all;

  final int index;

  WorkCompletion(WorkCompletions all, ByteBuffer bytes, int index) {
    this.all = all;
    this.bytes = bytes;
    this.index = index;
    this.at = index * Layout.COMPLETION;
  }

  /** {@return what the request was posted with} */
  public long requestId() {
    return bytes.getLong(at + Layout.COMPLETION_ID);
  }

  /**
   * {@return how it ended; unless it is {@link CompletionStatus#SUCCESS}, only that, {@link
   * #requestId}, {@link #queuePairNumber} and {@link #vendorError} mean something}
   */
  public CompletionStatus status() {
    return CompletionStatus.of(bytes.getInt(at + Layout.COMPLETION_STATUS));
  }

  /** {@return whether it did what was asked} */
  public boolean isSuccess() {
    return bytes.getInt(at + Layout.COMPLETION_STATUS) == 0;
  }

  /** {@return what it was} */
  public CompletionOpcode opcode() {
    return CompletionOpcode.of(bytes.getInt(at + Layout.COMPLETION_OPCODE));
  }

  /** {@return a code of the device} */
  public int vendorError() {
    return bytes.getInt(at + Layout.COMPLETION_VENDOR_ERROR);
  }

  /**
   * {@return bytes that were received or read; of datagrams with the 40 of the global route header}
   */
  public int length() {
    return bytes.getInt(at + Layout.COMPLETION_LENGTH);
  }

  /** {@return whether there are immediate data} */
  public boolean hasImmediate() {
    return (flags() & WITH_IMMEDIATE) != 0;
  }

  /** {@return immediate data, the number that the sender gave} */
  public int immediate() {
    int word = bytes.getInt(at + Layout.COMPLETION_IMMEDIATE);
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(word) : word;
  }

  /** {@return whether the sender invalidated a key of this side; Soft-iWARP never says so} */
  public boolean hasInvalidatedKey() {
    int wanted = all.areDatagrams() ? WITH_INVALIDATE : WITH_INVALIDATE | WITH_INVALIDATE_OF_KERNEL;
    return (flags() & wanted) != 0;
  }

  /** {@return the key that was invalidated} */
  public int invalidatedKey() {
    return bytes.getInt(at + Layout.COMPLETION_IMMEDIATE);
  }

  /** {@return whether a datagram came with a global route header, in the first 40 bytes} */
  public boolean hasGlobalRoute() {
    return (flags() & WITH_GRH) != 0;
  }

  /** {@return number of this side's queue pair} */
  public int queuePairNumber() {
    return bytes.getInt(at + Layout.COMPLETION_QUEUE_PAIR);
  }

  /** {@return number of the other side's queue pair, of a datagram} */
  public int sourceQueuePair() {
    return bytes.getInt(at + Layout.COMPLETION_SOURCE);
  }

  private int flags() {
    return bytes.getInt(at + Layout.COMPLETION_FLAGS);
  }

  @Override
  public String toString() {
    return isSuccess()
        ? requestId() + ": " + opcode() + ", " + length() + " bytes"
        : requestId() + ": " + status();
  }
}
