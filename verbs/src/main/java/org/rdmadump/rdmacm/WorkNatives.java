package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;

/**
 * Work of a queue pair, which goes through the tables of its device. Results below 0 are an errno,
 * negated. Nothing is allocated.
 */
final class WorkNatives {
  private WorkNatives() {}

  /** {@return number of the queue pair} */
  static native int number(long id);

  /** {@return its {@link org.rdmadump.verbs.QueuePairType}} */
  static native int type(long id);

  /** Posts a receive to the queue pair, or to the shared receive queue of the identifier. */
  static native int postReceive(
      long id, boolean shared, long requestId, ByteBuffer segments, int count);

  /** Any request; what it does not need is 0. */
  static native int post(
      long id,
      long requestId,
      int opcode,
      int flags,
      int immediate,
      ByteBuffer segments,
      int count,
      long remoteAddress,
      int remoteKey);

  static native int postDatagram(
      long id,
      long requestId,
      int flags,
      ByteBuffer segments,
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

  /** {@return how many completions were taken} */
  static native int poll(long id, boolean send, ByteBuffer completions, int most);

  /** Has the next completion told. */
  static native int arm(long id, boolean send);

  static native int eventFd(long id, boolean send);

  /** {@return how many events of completions there were, all of which were taken} */
  static native int takeEvents(long cm, long id, boolean send);
}
