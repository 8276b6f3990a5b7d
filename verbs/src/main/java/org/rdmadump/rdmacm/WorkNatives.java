package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;

/**
 * The work requests of a queue pair, through its device's function tables. Negative results are
 * negated errnos. Nothing is allocated.
 */
final class WorkNatives {
  private WorkNatives() {}

  /** {@return the number of the queue pair} */
  static native int number(long id);

  /** {@return the number of its {@link org.rdmadump.verbs.QueuePairType}} */
  static native int type(long id);

  /** Posts a receive to the queue pair, or to the shared receive queue of the identifier. */
  static native int postReceive(long id, boolean shared, long requestId, long segments, int count);

  /** Posts any request; unused arguments are 0. */
  static native int post(
      long id,
      long requestId,
      int opcode,
      int flags,
      int immediate,
      long segments,
      int count,
      long remoteAddress,
      int remoteKey,
      int sharedQueue);

  static native int postDatagram(
      long id,
      long requestId,
      int opcode,
      int flags,
      int immediate,
      long segments,
      int count,
      long handle,
      int queuePair,
      int queueKey);

  static native int postBind(
      long id,
      long requestId,
      int flags,
      long window,
      long region,
      long address,
      long length,
      int access);

  /** Posts an atomic operation on 8 bytes of the peer. */
  static native int postAtomic(
      long id,
      long requestId,
      int opcode,
      int flags,
      long segments,
      int count,
      long remoteAddress,
      int remoteKey,
      long compareAdd,
      long swap);

  /** {@return where the memory of a direct buffer begins} */
  static native long addressOf(ByteBuffer buffer);
}
