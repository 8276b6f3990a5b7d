package org.rdmadump.rdmacm;

/**
 * {@code struct ibv_qp_init_attr} as numbers, which the library in C reads: {@code cm_queues.c}.
 */
final class QueuePairCodec {
  private static final int SEND_REQUESTS = 0;
  private static final int RECEIVE_REQUESTS = 1;
  private static final int SEND_SEGMENTS = 2;
  private static final int RECEIVE_SEGMENTS = 3;
  private static final int INLINE = 4;

  private QueuePairCodec() {}

  /**
   * What is called with the places of a domain, and of the identifier of a shared queue; 0 if none.
   */
  interface Call {
    int run(long domain, long shared);
  }

  static int[] encode(QueuePairAttributes attributes) {
    QueuePairCapabilities capabilities = attributes.capabilities();
    return new int[] {
      capabilities.sendRequests(),
      capabilities.receiveRequests(),
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

  /** Makes a call while neither domain nor shared queue can be closed. */
  static int using(QueuePairAttributes attributes, Call call) {
    attributes.domain().ifPresent(Resource::enter);
    try {
      attributes.sharedReceiveQueue().ifPresent(Resource::enter);
      try {
        return call.run(
            attributes.domain().map(domain -> domain.pointer).orElse(0L),
            attributes.sharedReceiveQueue().map(SharedReceiveQueue::idPointer).orElse(0L));
      } finally {
        attributes.sharedReceiveQueue().ifPresent(Resource::leave);
      }
    } finally {
      attributes.domain().ifPresent(Resource::leave);
    }
  }
}
