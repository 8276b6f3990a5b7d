package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.rdmadump.verbs.CompletionOpcode;
import org.rdmadump.verbs.CompletionStatus;

/**
 * The completion of a request: {@code struct ibv_wc}, ibv_poll_cq(3). It is a view into {@link
 * WorkCompletions}; the next poll into them replaces its contents.
 */
public final class WorkCompletion {
  private static final int WITH_GRH = 1;
  private static final int WITH_IMMEDIATE = 1 << 1;
  private static final int WITH_INVALIDATE = 1 << 3;

  /** Soft-RoCE returns the kernel's flag, which in verbs.h is about checksums of datagrams. */
  private static final int WITH_INVALIDATE_OF_KERNEL = 1 << 2;

  private final ByteBuffer bytes;
  private final int at;

  /** The list that holds this completion. */
  final WorkCompletions all;

  final int index;

  WorkCompletion(WorkCompletions all, ByteBuffer bytes, int index) {
    this.all = all;
    this.bytes = bytes;
    this.index = index;
    this.at = index * Layout.COMPLETION;
  }

  /** {@return the identifier from the post of the request} */
  public long requestId() {
    return bytes.getLong(at + Layout.COMPLETION_ID);
  }

  /**
   * {@return the status} Unless it is {@link CompletionStatus#SUCCESS}, only the status, {@link
   * #requestId}, {@link #queuePairNumber} and {@link #vendorError} are valid.
   */
  public CompletionStatus status() {
    return CompletionStatus.of(bytes.getInt(at + Layout.COMPLETION_STATUS));
  }

  /** {@return whether the request succeeded} */
  public boolean isSuccess() {
    return bytes.getInt(at + Layout.COMPLETION_STATUS) == 0;
  }

  /** {@return the operation} */
  public CompletionOpcode opcode() {
    return CompletionOpcode.of(bytes.getInt(at + Layout.COMPLETION_OPCODE));
  }

  /** {@return an error code of the device's vendor} */
  public int vendorError() {
    return bytes.getInt(at + Layout.COMPLETION_VENDOR_ERROR);
  }

  /**
   * {@return the bytes received or read; for a datagram, including the 40 bytes of the global route
   * header}
   */
  public int length() {
    return bytes.getInt(at + Layout.COMPLETION_LENGTH);
  }

  /** {@return whether there is immediate data} */
  public boolean hasImmediate() {
    return (flags() & WITH_IMMEDIATE) != 0;
  }

  /** {@return the immediate data, the number that the sender gave} */
  public int immediate() {
    int word = bytes.getInt(at + Layout.COMPLETION_IMMEDIATE);
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(word) : word;
  }

  /** {@return whether the sender invalidated a local key; Soft-iWARP never reports it} */
  public boolean hasInvalidatedKey() {
    PairMark pair = all.pair(queuePairNumber());
    boolean isDatagram = pair != null && pair.isDatagrams();
    int wanted = isDatagram ? WITH_INVALIDATE : WITH_INVALIDATE | WITH_INVALIDATE_OF_KERNEL;
    return (flags() & wanted) != 0;
  }

  /** {@return the invalidated key} */
  public int invalidatedKey() {
    return bytes.getInt(at + Layout.COMPLETION_IMMEDIATE);
  }

  /** {@return whether a datagram has a global route header, in its first 40 bytes} */
  public boolean hasGlobalRoute() {
    return (flags() & WITH_GRH) != 0;
  }

  /** {@return the number of the local queue pair} */
  public int queuePairNumber() {
    return bytes.getInt(at + Layout.COMPLETION_QUEUE_PAIR);
  }

  /**
   * {@return the context from the attributes of the local queue pair, {@code qp_context}; empty if
   * it has none, or is closed}
   *
   * <p>The queue pair is looked up by its number at each call. It may be closed since the
   * completion was taken, and another that was made since may have the number: ask before queue
   * pairs of the completion queue are made or closed.
   */
  public Optional<Object> queuePairContext() {
    PairMark pair = all.pair(queuePairNumber());
    return pair == null ? Optional.empty() : pair.context();
  }

  /** {@return the number of the peer's queue pair; only for datagrams} */
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
