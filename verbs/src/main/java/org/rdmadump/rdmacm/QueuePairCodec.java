package org.rdmadump.rdmacm;

/** Encodes {@code struct ibv_qp_init_attr} as numbers for the library in C, {@code cm_queues.c}. */
final class QueuePairCodec {
  private static final int SEND_REQUESTS = 0;
  private static final int RECEIVE_REQUESTS = 1;
  private static final int SEND_SEGMENTS = 2;
  private static final int RECEIVE_SEGMENTS = 3;
  private static final int INLINE = 4;

  private QueuePairCodec() {}

  /** A call with the places of queues. */
  interface Call<T> {
    T run(QueuePlaces places) throws RdmaException;
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

  /** Makes a call while the domain and the queues cannot be closed. */
  static <T> T using(QueuePairAttributes attributes, Call<T> call) throws RdmaException {
    QueuePlaces places =
        new QueuePlaces(
            attributes.domain().map(each -> each.pointer).orElse(0L),
            attributes.sharedReceiveQueue().map(each -> each.idPointer).orElse(0L),
            attributes.sendQueue().map(each -> each.pointer).orElse(0L),
            attributes.receiveQueue().map(each -> each.pointer).orElse(0L));
    Resource.Work<T, RdmaException> last = () -> call.run(places);
    Resource.Work<T, RdmaException> receives =
        () -> Resource.useIfPresent(attributes.receiveQueue(), last);
    Resource.Work<T, RdmaException> sends =
        () -> Resource.useIfPresent(attributes.sendQueue(), receives);
    Resource.Work<T, RdmaException> shared =
        () -> Resource.useIfPresent(attributes.sharedReceiveQueue(), sends);
    return Resource.useIfPresent(attributes.domain(), shared);
  }

  /** Has a resource closed before what its queue pairs need. */
  static void own(QueuePairAttributes attributes, Resource user) {
    attributes.domain().ifPresent(each -> each.own(user));
    attributes.sharedReceiveQueue().ifPresent(each -> each.own(user));
    attributes.sendQueue().ifPresent(each -> each.own(user));
    attributes.receiveQueue().ifPresent(each -> each.own(user));
  }
}
