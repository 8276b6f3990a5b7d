package org.rdmadump.rdmacm;

import java.util.Arrays;

/**
 * The parameters that two peers negotiate to connect: {@code struct rdma_conn_param},
 * rdma_connect(3) and rdma_accept(3). Values out of range throw {@link IllegalArgumentException}.
 *
 * @param privateData bytes for the peer, 0 to 255. InfiniBand and RoCE carry 56 bytes in a request
 *     and 196 in a reply; the receiver gets that many bytes, padded with zeros. iWARP packets hold
 *     512 bytes, of which 255 can be used here
 * @param responderResources RDMA READs that the peer may have outstanding, 0 to 255; 255 means the
 *     device's maximum, and other numbers above that maximum fail with EINVAL
 * @param initiatorDepth RDMA READs that this side may have outstanding, 0 to 255; 255 as above
 * @param flowControl whether hardware flow control is available
 * @param retryCount retransmissions of a packet, 0 to 7; ignored in accept
 * @param rnrRetryCount retransmissions of a message for which the receiver had no receive posted, 0
 *     to 7; 7 means no limit
 * @param sharedReceiveQueue whether receives come from a shared queue; only for a queue pair that
 *     librdmacm did not make
 * @param queuePairNumber number of a queue pair that librdmacm did not make, 24 bits
 */
@SuppressWarnings("ArrayRecordComponent") // copied both ways, compared by content
public record ConnectionParameters(
    byte[] privateData,
    int responderResources,
    int initiatorDepth,
    boolean flowControl,
    int retryCount,
    int rnrRetryCount,
    boolean sharedReceiveQueue,
    int queuePairNumber) {
  /** Up to 16 RDMA READs in each direction, the most retries, no private data. */
  public static final ConnectionParameters DEFAULT =
      new ConnectionParameters(new byte[0], 16, 16, true, 7, 7, false, 0);

  private static final int MOST_PRIVATE_DATA = 255;
  private static final int MOST_RESOURCES = 255;
  private static final int MOST_RETRIES = 7;

  /** Checks the ranges and copies the private data. */
  public ConnectionParameters {
    if (privateData.length > MOST_PRIVATE_DATA) {
      throw new IllegalArgumentException(
          privateData.length + " bytes of private data, more than " + MOST_PRIVATE_DATA);
    }
    requireUpTo(MOST_RESOURCES, responderResources, "responder resources");
    requireUpTo(MOST_RESOURCES, initiatorDepth, "initiator depth");
    requireUpTo(MOST_RETRIES, retryCount, "retries");
    requireUpTo(MOST_RETRIES, rnrRetryCount, "retries of receiver not ready");
    privateData = privateData.clone();
  }

  private static void requireUpTo(int most, int value, String what) {
    if (value < 0 || value > most) {
      throw new IllegalArgumentException(what + ": " + value + " is not in 0 to " + most);
    }
  }

  /** {@return a copy of the private data} */
  @Override
  public byte[] privateData() {
    return privateData.clone();
  }

  /** {@return these parameters with other private data} */
  public ConnectionParameters withPrivateData(byte[] data) {
    return new ConnectionParameters(
        data,
        responderResources,
        initiatorDepth,
        flowControl,
        retryCount,
        rnrRetryCount,
        sharedReceiveQueue,
        queuePairNumber);
  }

  /**
   * {@return these parameters with other numbers of RDMA READs}
   *
   * @param responder {@link #responderResources}
   * @param initiator {@link #initiatorDepth}
   */
  public ConnectionParameters withReads(int responder, int initiator) {
    return new ConnectionParameters(
        privateData,
        responder,
        initiator,
        flowControl,
        retryCount,
        rnrRetryCount,
        sharedReceiveQueue,
        queuePairNumber);
  }

  /**
   * {@return these parameters with other retry counts}
   *
   * @param retries {@link #retryCount}
   * @param rnrRetries {@link #rnrRetryCount}
   */
  public ConnectionParameters withRetries(int retries, int rnrRetries) {
    return new ConnectionParameters(
        privateData,
        responderResources,
        initiatorDepth,
        flowControl,
        retries,
        rnrRetries,
        sharedReceiveQueue,
        queuePairNumber);
  }

  /**
   * {@return these parameters for a queue pair that librdmacm did not make}
   *
   * @param number {@link #queuePairNumber}
   * @param shared {@link #sharedReceiveQueue}
   */
  public ConnectionParameters withQueuePair(int number, boolean shared) {
    return new ConnectionParameters(
        privateData,
        responderResources,
        initiatorDepth,
        flowControl,
        retryCount,
        rnrRetryCount,
        shared,
        number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ConnectionParameters that
        && Arrays.equals(privateData, that.privateData)
        && responderResources == that.responderResources
        && initiatorDepth == that.initiatorDepth
        && flowControl == that.flowControl
        && retryCount == that.retryCount
        && rnrRetryCount == that.rnrRetryCount
        && sharedReceiveQueue == that.sharedReceiveQueue
        && queuePairNumber == that.queuePairNumber;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(privateData) * 31 + queuePairNumber;
  }
}
