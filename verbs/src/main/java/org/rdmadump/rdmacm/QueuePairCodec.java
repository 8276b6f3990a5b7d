package org.rdmadump.rdmacm;

/** Encodes {@code struct ibv_qp_init_attr} as numbers for the library in C, {@code cm_queues.c}. */
final class QueuePairCodec {
  private static final int SEND_REQUESTS = 0;
  private static final int RECEIVE_REQUESTS = 1;
  private static final int SEND_SEGMENTS = 2;
  private static final int RECEIVE_SEGMENTS = 3;
  private static final int INLINE = 4;

  private QueuePairCodec() {}

  /** A call with the addresses of a domain and of a shared queue's identifier; 0 for none. */
  interface Call<T> {
    T run(long domain, long shared) throws RdmaException;
  }

  static int[] encode(QueuePairAttributes attributes) {
    QueuePairCapabilities capabilities = attributes.capabilities();
    // A completion queue for each direction: without one, librdmacm forgets the other.
    return new int[] {
      Math.max(1, capabilities.sendRequests()),
      Math.max(1, capabilities.receiveRequests()),
      capabilities.sendSegments(),
      capabilities.receiveSegments(),
      capabilities.inlineBytes(),
      attributes.type().code(),
      attributes.signalAll() ? 1 : 0
    };
  }

  static QueuePairCapabilities decode(int[] numbers) {
    return new QueuePairCapabilities(
        numbers[SEND_REQUESTS],
        numbers[RECEIVE_REQUESTS],
        numbers[SEND_SEGMENTS],
        numbers[RECEIVE_SEGMENTS],
        numbers[INLINE]);
  }

  /** Makes a call while the domain and the shared queue cannot be closed. */
  static <T> T using(QueuePairAttributes attributes, Call<T> call) throws RdmaException {
    long domain = attributes.domain().map(each -> each.pointer).orElse(0L);
    long shared = attributes.sharedReceiveQueue().map(queue -> queue.idPointer).orElse(0L);
    return Resource.useIfPresent(
        attributes.domain(),
        () ->
            Resource.useIfPresent(attributes.sharedReceiveQueue(), () -> call.run(domain, shared)));
  }
}
