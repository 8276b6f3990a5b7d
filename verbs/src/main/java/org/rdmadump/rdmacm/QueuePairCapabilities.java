package org.rdmadump.rdmacm;

/**
 * The capacity of a queue pair: {@code struct ibv_qp_cap}, ibv_create_qp(3). Negative values throw
 * {@link IllegalArgumentException}.
 *
 * @param sendRequests number of outstanding requests
 * @param receiveRequests number of posted receives
 * @param sendSegments number of buffers for each request
 * @param receiveSegments number of buffers for each receive
 * @param inlineBytes bytes that a request may send with {@link org.rdmadump.verbs.SendFlags#INLINE}
 */
public record QueuePairCapabilities(
    int sendRequests, int receiveRequests, int sendSegments, int receiveSegments, int inlineBytes) {
  /** Checks that no value is negative. */
  public QueuePairCapabilities {
    if (sendRequests < 0
        || receiveRequests < 0
        || sendSegments < 0
        || receiveSegments < 0
        || inlineBytes < 0) {
      throw new IllegalArgumentException("a capability is negative");
    }
  }

  /** {@return capabilities with one buffer for each request and receive, and no inline data} */
  public static QueuePairCapabilities of(int sendRequests, int receiveRequests) {
    return new QueuePairCapabilities(sendRequests, receiveRequests, 1, 1, 0);
  }

  /** {@return these capabilities with other numbers of buffers} */
  public QueuePairCapabilities withSegments(int send, int receive) {
    return new QueuePairCapabilities(sendRequests, receiveRequests, send, receive, inlineBytes);
  }

  /** {@return these capabilities with another length of inline data} */
  public QueuePairCapabilities withInline(int bytes) {
    return new QueuePairCapabilities(
        sendRequests, receiveRequests, sendSegments, receiveSegments, bytes);
  }
}
