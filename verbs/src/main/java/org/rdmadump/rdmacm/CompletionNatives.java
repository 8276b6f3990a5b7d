package org.rdmadump.rdmacm;

/**
 * Completion queues, {@code struct ibv_cq}, and completion channels, {@code struct
 * ibv_comp_channel}. Negative results are negated errnos. Polling and events allocate nothing.
 */
final class CompletionNatives {
  private CompletionNatives() {}

  static native long createChannel(long cm, long context);

  static native int channelFd(long channel);

  static native int destroyChannel(long cm, long channel);

  /** Creates a queue; without events if the channel is 0. */
  static native long createQueue(long cm, long context, long channel, int entries, int vector);

  static native int destroyQueue(long cm, long queue);

  /** {@return the number of completions that a queue can hold} */
  static native int capacity(long queue);

  /** {@return the channel of a queue; 0 if it has none} */
  static native long channel(long queue);

  /** {@return the queue of a queue pair for its requests, or for its receives; 0 for none} */
  static native long queue(long id, boolean send);

  /** {@return the number of completions taken} */
  static native int poll(long queue, long completions, int most);

  /** Requests an event for the next completion, or the next solicited completion. */
  static native int arm(long queue, boolean solicited);

  /** {@return the queue of the next event, which is acknowledged} */
  static native long takeEvent(long cm, long channel);
}
