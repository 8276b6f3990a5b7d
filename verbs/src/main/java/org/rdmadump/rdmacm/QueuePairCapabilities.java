package org.rdmadump.rdmacm;

/**
 * How much a queue pair holds: {@code struct ibv_qp_cap}, ibv_create_qp(3).
 *
 * @param sendRequests requests that may be outstanding, 0 or more
 * @param receiveRequests receives that may be posted, 0 or more
 * @param sendSegments buffers of one request
 * @param receiveSegments buffers of one receive
 * @param inlineBytes bytes that can be sent with {@link org.rdmadump.verbs.SendFlags#INLINE}
 */
public record QueuePairCapabilities(
    int sendRequests, int receiveRequests, int sendSegments, int receiveSegments, int inlineBytes) {
  /** Checks that nothing is negative. */
  public QueuePairCapabilities {
    if (sendRequests < 0
        || receiveRequests < 0
        || sendSegments < 0
        || receiveSegments < 0
        || inlineBytes < 0) {
      throw new IllegalArgumentException("a capability is negative");
    }
  }

  /** {@return with one buffer for each request, and nothing inline} */
  public static QueuePairCapabilities of(int sendRequests, int receiveRequests) {
    return new QueuePairCapabilities(sendRequests, receiveRequests, 1, 1, 0);
  }

  /** {@return the same with other numbers of buffers} */
  public QueuePairCapabilities withSegments(int send, int receive) {
    return new QueuePairCapabilities(sendRequests, receiveRequests, send, receive, inlineBytes);
  }

  /** {@return the same with other inline data} */
  public QueuePairCapabilities withInline(int bytes) {
    return new QueuePairCapabilities(
        sendRequests, receiveRequests, sendSegments, receiveSegments, bytes);
  }
}
