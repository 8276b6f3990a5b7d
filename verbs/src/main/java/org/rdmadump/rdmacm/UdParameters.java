package org.rdmadump.rdmacm;

import java.util.Arrays;

/**
 * The destination of datagrams: {@code struct rdma_ud_param}, from {@link CmEventType#ESTABLISHED}
 * and {@link CmEventType#MULTICAST_JOIN}.
 *
 * @param privateData private data from the peer
 * @param addressAttributes {@code struct ibv_ah_attr} in this machine's layout, for {@link
 *     RdmaCmId#createAddressHandle}
 * @param queuePairNumber number of the peer's queue pair, 24 bits
 * @param queueKey queue key of the peer
 */
@SuppressWarnings("ArrayRecordComponent") // copied both ways, compared by content
public record UdParameters(
    byte[] privateData, byte[] addressAttributes, int queuePairNumber, int queueKey) {
  /** The queue key of all datagram queue pairs made by librdmacm. */
  public static final int QUEUE_KEY = 0x01234567;

  /** Copies both arrays. */
  public UdParameters {
    privateData = privateData.clone();
    addressAttributes = addressAttributes.clone();
  }

  /** {@return a copy of the private data} */
  @Override
  public byte[] privateData() {
    return privateData.clone();
  }

  /** {@return a copy of the address attributes} */
  @Override
  public byte[] addressAttributes() {
    return addressAttributes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UdParameters that
        && Arrays.equals(privateData, that.privateData)
        && Arrays.equals(addressAttributes, that.addressAttributes)
        && queuePairNumber == that.queuePairNumber
        && queueKey == that.queueKey;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(addressAttributes) * 31 + queuePairNumber;
  }
}
